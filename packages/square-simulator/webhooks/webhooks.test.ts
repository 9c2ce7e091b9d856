import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { SquareSchemas } from "../test-support/square-schemas.ts";
import { connectSeller, createTestSimulator, createWebhookListener } from "../test-support/test-simulator.ts";
import { EVENT_SCOPES } from "./event-types.ts";
import { RETRY_DELAYS_MS } from "./retry-schedule.ts";
import { signWebhook } from "./signature.ts";

const WEBHOOK = { url: "http://localhost:3000/api/square/webhook", signatureKey: "the-key" };
const DAY_MS = 86_400_000;

test("computes the published signatures", () => {
  const file = new URL("../square-openapi/webhook.signature-vectors.json", import.meta.url);
  const vectors: VectorFile = JSON.parse(readFileSync(file, "utf8"));
  for (const vector of vectors) {
    const signature = signWebhook(vector.signature_key, vector.notification_url, vector.body);
    expect(signature === vector.signature, vector.name).toBe(vector.valid);
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

test("event types and their scopes match Square's published list", () => {
  const { events } = new SquareSchemas();
  for (const [type, scope] of Object.entries(EVENT_SCOPES)) {
    expect(events[type]?.scopes ?? [], type).toEqual(scope === null ? [] : [scope]);
  }
});

test("every event matches its published schema and has a valid signature", async () => {
  const listener = createWebhookListener();
  const simulator = createTestSimulator({
    webhook: WEBHOOK,
    deliver: listener.deliver,
    behavior: { orderUpdatedEvents: true },
  });
  await connectSeller(simulator);
  const [first, second, third, fourth] = Object.values(simulator.state().invoices).filter(
    ({ status }) => status === "UNPAID",
  );
  const [draft] = Object.values(simulator.state().invoices).filter(({ status }) => status === "DRAFT");
  const [firstCustomer = "", secondCustomer = ""] = Object.keys(simulator.state().customers);
  const paid = simulator.pay(first?.id ?? "", { tipCents: 100 });
  if (paid.ok) {
    simulator.refund(paid.payment.id, 100);
  }
  simulator.pay(second?.id ?? "", { method: "bank" });
  simulator.cancel(third?.id ?? "");
  simulator.failCharge(fourth?.id ?? "");
  simulator.publish(draft?.id ?? "");
  simulator.updateCustomer(firstCustomer, { phone_number: "+1 212 555 0100" });
  simulator.mergeCustomers([firstCustomer, secondCustomer]);
  await simulator.advanceClock(40 * DAY_MS);
  simulator.disconnect();
  await simulator.settled();
  const schemas = new SquareSchemas();
  for (const { event, body, headers, url } of listener.received) {
    expect(schemas.validateEvent(event), event.type).toEqual([]);
    const signature = signWebhook(WEBHOOK.signatureKey, url, body);
    expect(headers.get("x-square-hmacsha256-signature")).toBe(signature);
  }
  expect(new Set(listener.received.map(({ event }) => event.type))).toEqual(
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
      "refund.updated",
      "subscription.updated",
    ]),
  );
  await simulator.close();
});

test("retries a failing listener 11 times on Square's schedule, with the same body", async () => {
  const times: number[] = [];
  const listener = createWebhookListener(() => {
    times.push(simulator.now().getTime());
    return new Response(null, { status: 302, headers: { location: "/" } });
  });
  const simulator = createTestSimulator({ webhook: WEBHOOK, deliver: listener.deliver, seed: "empty" });
  simulator.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  await simulator.advanceClock(2 * DAY_MS);
  expect(listener.received).toHaveLength(12);
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(delays).toEqual(RETRY_DELAYS_MS);
  expect(new Set(listener.received.map(({ body }) => body)).size).toBe(1);
  const [first, , third] = listener.received;
  expect(first?.headers.get("square-retry-number")).toBeNull();
  expect(third?.headers.get("square-retry-number")).toBe("2");
  expect(third?.headers.get("square-retry-reason")).toBe("http_error");
  const initial = new Set(
    listener.received.map(({ headers }) => headers.get("square-initial-delivery-timestamp")),
  );
  expect(initial.size).toBe(1);
  expect(simulator.deliveries().map(({ status }) => status)).toEqual(["failed"]);
  await simulator.close();
});

test("treats a slow listener as failed and makes one attempt at a time", async () => {
  let slow = true;
  const listener = createWebhookListener();
  const simulator = createTestSimulator({
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
  expect(listener.received[0]?.headers.get("square-retry-reason")).toBe("http_timeout");
  expect(simulator.deliveries()[0]?.status).toBe("delivered");
  await simulator.close();
});

test("sends only events whose scope the seller granted", async () => {
  const listener = createWebhookListener();
  const simulator = createTestSimulator({ webhook: WEBHOOK, deliver: listener.deliver });
  const [unpaid] = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  simulator.pay(unpaid?.id ?? "", { amount: 100 });
  await simulator.settled();
  expect(listener.received).toHaveLength(0);
  await connectSeller(simulator, "INVOICES_READ");
  simulator.pay(unpaid?.id ?? "", { amount: 100 });
  await simulator.settled();
  expect(listener.received.map(({ event }) => event.type).sort()).toEqual([
    "invoice.payment_made",
    "invoice.updated",
  ]);
  await simulator.close();
});

test("webhook faults duplicate, reorder, reformat or lose deliveries, or invalidate their signature", async () => {
  const listener = createWebhookListener();
  const simulator = createTestSimulator({ webhook: WEBHOOK, deliver: listener.deliver, seed: "empty" });
  const emit = (id: string) => simulator.emit({ type: "unknown.type", data: { type: "unknown", id } });
  const isSigned = ({ url, body, headers }: (typeof listener.received)[number]) =>
    headers.get("x-square-hmacsha256-signature") === signWebhook(WEBHOOK.signatureKey, url, body);
  for (const fault of ["duplicate", "bad-signature", "wrong-url", "re-indented"] as const) {
    simulator.addWebhookFault({ fault });
    emit(fault);
    await simulator.settled();
  }
  expect(listener.received.map(isSigned)).toEqual([true, true, false, false, false]);
  expect(listener.received[0]?.body).toBe(listener.received[1]?.body);

  listener.received.length = 0;
  simulator.addWebhookFault({ fault: "hold", times: 2 });
  emit("a");
  emit("b");
  await simulator.settled();
  expect(listener.received).toHaveLength(0);
  await simulator.releaseHeld("reversed");
  expect(listener.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(["b", "a"]);

  listener.received.length = 0;
  simulator.addWebhookFault({ fault: "lost-response" });
  emit("c");
  await simulator.advanceClock(60_000);
  expect(listener.received.map(({ event }) => event.event_id)).toHaveLength(2);
  expect(new Set(listener.received.map(({ event }) => event.event_id)).size).toBe(1);

  listener.received.length = 0;
  simulator.emit({ type: "invoice.updated", merchantId: "ANOTHER", data: { type: "invoice", id: "x" } });
  simulator.emit({ type: "unknown.type", merchantId: "ANOTHER", data: { type: "unknown", id: "x" } }, 100);
  await simulator.settled();
  expect(listener.received).toHaveLength(100);
  await simulator.close();
});

test("delivers webhooks to a real server over HTTP", async () => {
  const signatures: unknown[] = [];
  const server = createServer((request, response) => {
    signatures.push(request.headers["x-square-hmacsha256-signature"]);
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const simulator = createTestSimulator({
    webhook: { url: `http://127.0.0.1:${port}/hook`, signatureKey: "key" },
    seed: "empty",
  });
  simulator.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  await simulator.settled();
  expect(signatures).toHaveLength(1);
  await simulator.close();
  await new Promise((resolve) => server.close(resolve));
});
