import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { aListener, aSimulator, connected } from "../test-support/a-simulator.ts";
import { SquareSchemas } from "../test-support/square-schemas.ts";
import { EVENT_SCOPES } from "./event-types.ts";
import { RETRY_DELAYS_MS } from "./retry-schedule.ts";
import { signatureOf } from "./sign.ts";

const WEBHOOK = { url: "http://localhost:3000/api/square/webhook", signatureKey: "the-key" };
const DAY_MS = 86_400_000;

test("signatures equal the published ones", () => {
  const file = new URL("../square-openapi/webhook.signature-vectors.json", import.meta.url);
  const vectors: VectorFile = JSON.parse(readFileSync(file, "utf8"));
  for (const vector of vectors) {
    const own = signatureOf(vector.signature_key, vector.notification_url, vector.body);
    expect(own === vector.signature, vector.name).toBe(vector.valid);
  }
});

type VectorFile = {
  name: string;
  signature_key: string;
  notification_url: string;
  body: string;
  signature: string;
  valid: boolean;
}[];

test("the event types and their scopes are the published ones", () => {
  const { events } = new SquareSchemas();
  for (const [type, scope] of Object.entries(EVENT_SCOPES)) {
    expect(events[type]?.scopes ?? [], type).toEqual(scope === null ? [] : [scope]);
  }
});

test("every event of a busy week has the published shape and a valid signature", async () => {
  const listener = aListener();
  const simulator = aSimulator({
    webhook: WEBHOOK,
    deliver: listener.deliver,
    behaviour: { orderUpdatedEvents: true },
  });
  await connected(simulator);
  const [first, second, third, fourth] = Object.values(simulator.state().invoices).filter(
    ({ status }) => status === "UNPAID",
  );
  const [draft] = Object.values(simulator.state().invoices).filter(({ status }) => status === "DRAFT");
  const [one = "", other = ""] = Object.keys(simulator.state().customers);
  const paid = simulator.pay(first?.id ?? "", { tipCents: 100 });
  if (paid.ok) simulator.refund(paid.payment.id, 100);
  simulator.pay(second?.id ?? "", { method: "bank" });
  simulator.cancel(third?.id ?? "");
  simulator.chargeFailed(fourth?.id ?? "");
  simulator.publish(draft?.id ?? "");
  simulator.updateCustomer(one, { phone_number: "+1 212 555 0100" });
  simulator.merge([one, other]);
  await simulator.advanceClock(40 * DAY_MS);
  simulator.disconnect();
  await simulator.settled();
  const schemas = new SquareSchemas();
  for (const { event, body, headers, url } of listener.heard) {
    expect(schemas.problemsOfEvent(event), event.type).toEqual([]);
    const own = signatureOf(WEBHOOK.signatureKey, url, body);
    expect(headers.get("x-square-hmacsha256-signature")).toBe(own);
  }
  expect(new Set(listener.heard.map(({ event }) => event.type))).toEqual(
    new Set([
      "customer.created",
      "customer.deleted",
      "customer.updated",
      "invoice.canceled",
      "invoice.created",
      "invoice.payment_made",
      "invoice.published",
      "invoice.refunded",
      "invoice.scheduled_charge_failed",
      "invoice.updated",
      "oauth.authorization.revoked",
      "order.updated",
      "payment.created",
      "payment.updated",
      "refund.created",
      "subscription.updated",
    ]),
  );
  await simulator.close();
});

test("a listener that fails is tried eleven times more on Square's schedule, with the same bytes", async () => {
  const times: number[] = [];
  const listener = aListener(() => {
    times.push(simulator.now().getTime());
    return new Response(null, { status: 302, headers: { location: "/" } });
  });
  const simulator = aSimulator({ webhook: WEBHOOK, deliver: listener.deliver, seed: "empty" });
  simulator.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  await simulator.advanceClock(2 * DAY_MS);
  expect(listener.heard).toHaveLength(12);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits).toEqual(RETRY_DELAYS_MS);
  expect(new Set(listener.heard.map(({ body }) => body)).size).toBe(1);
  const [first, , third] = listener.heard;
  expect(first?.headers.get("square-retry-number")).toBeNull();
  expect(third?.headers.get("square-retry-number")).toBe("2");
  expect(third?.headers.get("square-retry-reason")).toBe("http_error");
  const initial = new Set(
    listener.heard.map(({ headers }) => headers.get("square-initial-delivery-timestamp")),
  );
  expect(initial.size).toBe(1);
  expect(simulator.deliveries().map(({ status }) => status)).toEqual(["failed"]);
  await simulator.close();
});

test("a slow listener counts as failed, and is heard no more than once at a time", async () => {
  let slow = true;
  const listener = aListener();
  const simulator = aSimulator({
    webhook: WEBHOOK,
    seed: "empty",
    deliveryTimeoutMs: 20,
    deliver: async (url, init) => (slow ? new Promise<Response>(() => {}) : listener.deliver(url, init)),
  });
  simulator.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  await simulator.settled();
  expect(simulator.deliveries()[0]?.attempts[0]?.reason).toBe("http_timeout");
  slow = false;
  await simulator.advanceClock(60_000);
  expect(listener.heard[0]?.headers.get("square-retry-reason")).toBe("http_timeout");
  expect(simulator.deliveries()[0]?.status).toBe("delivered");
  await simulator.close();
});

test("nobody is told of what the seller did not allow", async () => {
  const listener = aListener();
  const simulator = aSimulator({ webhook: WEBHOOK, deliver: listener.deliver });
  const [unpaid] = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  simulator.pay(unpaid?.id ?? "", { amount: 100 });
  await simulator.settled();
  expect(listener.heard).toHaveLength(0);
  await connected(simulator, "INVOICES_READ");
  simulator.pay(unpaid?.id ?? "", { amount: 100 });
  await simulator.settled();
  expect(listener.heard.map(({ event }) => event.type).sort()).toEqual([
    "invoice.payment_made",
    "invoice.updated",
  ]);
  await simulator.close();
});

test("notifications can arrive twice, reversed, wrongly signed, changed or unheard", async () => {
  const listener = aListener();
  const simulator = aSimulator({ webhook: WEBHOOK, deliver: listener.deliver, seed: "empty" });
  const say = (id: string) => simulator.emit({ type: "unknown.type", data: { type: "unknown", id } });
  const isSigned = ({ url, body, headers }: (typeof listener.heard)[number]) =>
    headers.get("x-square-hmacsha256-signature") === signatureOf(WEBHOOK.signatureKey, url, body);
  for (const twist of ["duplicate", "bad-signature", "wrong-url", "re-indented"] as const) {
    simulator.webhookFault({ twist });
    say(twist);
    await simulator.settled();
  }
  expect(listener.heard.map(isSigned)).toEqual([true, true, false, false, false]);
  expect(listener.heard[0]?.body).toBe(listener.heard[1]?.body);

  listener.heard.length = 0;
  simulator.webhookFault({ twist: "hold", times: 2 });
  say("a");
  say("b");
  await simulator.settled();
  expect(listener.heard).toHaveLength(0);
  await simulator.release("reversed");
  expect(listener.heard.map(({ body }) => JSON.parse(body).data.id)).toEqual(["b", "a"]);

  listener.heard.length = 0;
  simulator.webhookFault({ twist: "lost-answer" });
  say("c");
  await simulator.advanceClock(60_000);
  expect(listener.heard.map(({ event }) => event.event_id)).toHaveLength(2);
  expect(new Set(listener.heard.map(({ event }) => event.event_id)).size).toBe(1);

  listener.heard.length = 0;
  simulator.emit({ type: "invoice.updated", merchantId: "ANOTHER", data: { type: "invoice", id: "x" } });
  simulator.emit({ type: "unknown.type", merchantId: "ANOTHER", data: { type: "unknown", id: "x" } }, 100);
  await simulator.settled();
  expect(listener.heard).toHaveLength(100);
  await simulator.close();
});

test("a real server is reached over HTTP", async () => {
  const signatures: unknown[] = [];
  const server = createServer((request, response) => {
    signatures.push(request.headers["x-square-hmacsha256-signature"]);
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const simulator = aSimulator({
    webhook: { url: `http://127.0.0.1:${port}/hook`, signatureKey: "key" },
    seed: "empty",
  });
  simulator.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  await simulator.settled();
  expect(signatures).toHaveLength(1);
  await simulator.close();
  await new Promise((resolve) => server.close(resolve));
});
