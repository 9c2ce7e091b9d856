import { expect, test } from "vitest";
import { aSimulator, call, connected } from "../test-support/a-simulator.ts";
import type { Fault } from "./fault.ts";

async function aWorld() {
  const simulator = aSimulator();
  const token = await connected(simulator);
  const path = `/v2/invoices?location_id=${simulator.state().merchant.main_location_id}&limit=200`;
  const list = (query = "") => call(simulator, `${path}${query}`, { token });
  const raw = () => simulator.app.request(path, { headers: { authorization: `Bearer ${token}` } });
  return { simulator, token, list, raw };
}

test("a fault fires on its operation, after the calls let through, as often as told", async () => {
  const { simulator, token, list } = await aWorld();
  simulator.fault({ kind: "server-error", status: 500, operation: "ListInvoices", after: 1, times: 2 });
  expect((await call(simulator, "/v2/locations", { token })).status).toBe(200);
  const statuses = [];
  for (let calls = 0; calls < 5; calls += 1) statuses.push((await list()).status);
  expect(statuses).toEqual([200, 500, 500, 200, 200]);
  simulator.fault({ kind: "rate-limited", times: null });
  expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([429, 429, 429]);
  simulator.clearFaults();
  expect((await list()).status).toBe(200);
  await simulator.close();
});

test("answers can be refused, be no JSON, or hold errors behind a 200", async () => {
  const { simulator, list, raw } = await aWorld();
  simulator.fault({ kind: "rate-limited", retryAfterSeconds: 7 });
  const limited = await raw();
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
  simulator.fault({ kind: "server-error", status: 502, html: true });
  const broken = await raw();
  expect([broken.status, broken.headers.get("content-type")]).toEqual([502, "text/html; charset=UTF-8"]);
  simulator.fault({ kind: "html" });
  expect([(await raw()).status]).toEqual([200]);
  simulator.fault({ kind: "errors-with-ok" });
  const hidden = await list();
  expect([hidden.status, hidden.body.errors[0].code]).toEqual([200, "INTERNAL_SERVER_ERROR"]);
  simulator.fault({ kind: "truncated" });
  const truncated = await raw();
  await expect(truncated.json()).rejects.toThrow(SyntaxError);
  simulator.fault({ kind: "connection-reset" });
  await expect(simulator.api(`${simulator.baseUrl}/v2/locations`)).rejects.toThrow("fetch failed");
  await simulator.close();
});

test("a caller that waits too little gives up on a slow answer", async () => {
  const { simulator } = await aWorld();
  simulator.fault({ kind: "slow", milliseconds: 10_000 });
  const signal = AbortSignal.timeout(20);
  await expect(simulator.api(`${simulator.baseUrl}/v2/locations`, { signal })).rejects.toThrow(/timeout/);
  await simulator.close();
});

test("tokens can end and scopes disappear in mid-scan", async () => {
  const endings: [Fault, number, string][] = [
    [{ kind: "token-expired" }, 401, "ACCESS_TOKEN_EXPIRED"],
    [{ kind: "token-revoked" }, 401, "ACCESS_TOKEN_REVOKED"],
    [{ kind: "scope-removed", scope: "INVOICES_READ" }, 403, "INSUFFICIENT_SCOPES"],
    [{ kind: "invalid-cursor" }, 400, "INVALID_CURSOR"],
  ];
  for (const [fault, status, code] of endings) {
    const { simulator, list } = await aWorld();
    simulator.fault({ ...fault, operation: "ListInvoices", after: 1 });
    const first = await list();
    expect(first.status).toBe(200);
    const second = await list(`&cursor=${first.body.cursor}`);
    expect([second.status, second.body.errors[0].code]).toEqual([status, code]);
    await simulator.close();
  }
});

test("lists can repeat their cursor for ever, and show an invoice twice, changed or not at all", async () => {
  const { simulator, list } = await aWorld();
  const honest = (await list()).body.invoices;
  simulator.fault({ kind: "cursor-repeats", operation: "ListInvoices", times: null });
  const first = await list();
  const second = await list(`&cursor=${first.body.cursor}`);
  expect([second.status, second.body.cursor]).toEqual([200, first.body.cursor]);
  simulator.clearFaults();
  const falsified = async (fault: Fault) => {
    simulator.fault(fault);
    return (await list()).body.invoices;
  };
  expect(await falsified({ kind: "duplicate-items" })).toHaveLength(honest.length + 1);
  expect(await falsified({ kind: "missed-item" })).toHaveLength(honest.length - 1);
  expect((await falsified({ kind: "changed-item" }))[0].version).toBe(honest[0].version + 1);
  expect((await falsified({ kind: "unknown-status" }))[0].status).toBe("ON_HOLD");
  expect((await falsified({ kind: "unknown-request-type" }))[0].payment_requests[0].request_type).toBe(
    "MILESTONE",
  );
  expect((await falsified({ kind: "thirteen-requests" }))[0].payment_requests).toHaveLength(13);
  expect((await falsified({ kind: "missing-fields" }))[0].payment_requests).toBeUndefined();
  const [zero] = await falsified({ kind: "zero-amount" });
  expect(zero.payment_requests[0].computed_amount_money.amount).toBe(0);
  const [foreign] = await falsified({ kind: "other-currency" });
  expect(foreign.payment_requests[0].computed_amount_money.currency).toBe("JPY");
  expect((await list()).body.invoices).toEqual(honest);
  await simulator.close();
});
