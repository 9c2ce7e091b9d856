import { expect, test } from "vitest";
import { callApi, connectSeller, createTestSimulator } from "../test-support/test-simulator.ts";
import type { Fault } from "./fault.ts";

async function createTestEnvironment() {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
  const path = `/v2/invoices?location_id=${simulator.state().merchant.main_location_id}&limit=200`;
  const list = (query = "") => callApi(simulator, `${path}${query}`, { token });
  const raw = () => simulator.app.request(path, { headers: { authorization: `Bearer ${token}` } });
  return { simulator, token, list, raw };
}

test("a fault applies to its operation after the skipped calls, the planned number of times", async () => {
  const { simulator, token, list } = await createTestEnvironment();
  simulator.addFault({ kind: "server-error", status: 500, operation: "ListInvoices", after: 1, times: 2 });
  expect((await callApi(simulator, "/v2/locations", { token })).status).toBe(200);
  const statuses = [];
  for (let calls = 0; calls < 5; calls += 1) {
    statuses.push((await list()).status);
  }
  expect(statuses).toEqual([200, 500, 500, 200, 200]);
  simulator.addFault({ kind: "rate-limited", times: null });
  expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([429, 429, 429]);
  simulator.clearFaults();
  expect((await list()).status).toBe(200);
  await simulator.close();
});

test("responses can be errors, invalid JSON, or a 200 that contains errors", async () => {
  const { simulator, list, raw } = await createTestEnvironment();
  simulator.addFault({ kind: "rate-limited", retryAfterSeconds: 7 });
  const limited = await raw();
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
  simulator.addFault({ kind: "server-error", status: 502, html: true });
  const broken = await raw();
  expect([broken.status, broken.headers.get("content-type")]).toEqual([502, "text/html; charset=UTF-8"]);
  simulator.addFault({ kind: "html" });
  expect([(await raw()).status]).toEqual([200]);
  simulator.addFault({ kind: "errors-with-ok" });
  const responseWithErrors = await list();
  expect([responseWithErrors.status, responseWithErrors.body.errors[0].code]).toEqual([
    200,
    "INTERNAL_SERVER_ERROR",
  ]);
  simulator.addFault({ kind: "truncated" });
  const truncated = await raw();
  await expect(truncated.json()).rejects.toThrow(SyntaxError);
  simulator.addFault({ kind: "connection-reset" });
  await expect(simulator.api(`${simulator.baseUrl}/v2/locations`)).rejects.toThrow("fetch failed");
  await simulator.close();
});

test("a slow response exceeds the caller's timeout", async () => {
  const { simulator } = await createTestEnvironment();
  simulator.addFault({ kind: "slow", milliseconds: 10_000 });
  const signal = AbortSignal.timeout(20);
  await expect(simulator.api(`${simulator.baseUrl}/v2/locations`, { signal })).rejects.toThrow(/timeout/);
  await simulator.close();
});

test("tokens and scopes can be revoked between two pages", async () => {
  const cases: [Fault, number, string][] = [
    [{ kind: "token-expired" }, 401, "ACCESS_TOKEN_EXPIRED"],
    [{ kind: "token-revoked" }, 401, "ACCESS_TOKEN_REVOKED"],
    [{ kind: "rejected" }, 400, "BAD_REQUEST"],
    [{ kind: "scope-removed", scope: "INVOICES_READ" }, 403, "INSUFFICIENT_SCOPES"],
    [{ kind: "invalid-cursor" }, 400, "INVALID_CURSOR"],
  ];
  for (const [fault, status, code] of cases) {
    const { simulator, list } = await createTestEnvironment();
    simulator.addFault({ ...fault, operation: "ListInvoices", after: 1 });
    const first = await list();
    expect(first.status).toBe(200);
    const second = await list(`&cursor=${first.body.cursor}`);
    expect([second.status, second.body.errors[0].code]).toEqual([status, code]);
    await simulator.close();
  }
});

test("lists can repeat their cursor and duplicate, alter or omit invoices", async () => {
  const { simulator, list } = await createTestEnvironment();
  const original = (await list()).body.invoices;
  simulator.addFault({ kind: "cursor-repeats", operation: "ListInvoices", times: null });
  const first = await list();
  const second = await list(`&cursor=${first.body.cursor}`);
  expect([second.status, second.body.cursor]).toEqual([200, first.body.cursor]);
  simulator.clearFaults();
  const listWithFault = async (fault: Fault) => {
    simulator.addFault(fault);
    return (await list()).body.invoices;
  };
  expect(await listWithFault({ kind: "duplicate-items" })).toHaveLength(original.length + 1);
  expect(await listWithFault({ kind: "missed-item" })).toHaveLength(original.length - 1);
  expect((await listWithFault({ kind: "changed-item" }))[0].version).toBe(original[0].version + 1);
  expect((await listWithFault({ kind: "unknown-status" }))[0].status).toBe("ON_HOLD");
  expect((await listWithFault({ kind: "unknown-request-type" }))[0].payment_requests[0].request_type).toBe(
    "MILESTONE",
  );
  expect((await listWithFault({ kind: "thirteen-requests" }))[0].payment_requests).toHaveLength(13);
  expect((await listWithFault({ kind: "missing-fields" }))[0].payment_requests).toBeUndefined();
  const [zero] = await listWithFault({ kind: "zero-amount" });
  expect(zero.payment_requests[0].computed_amount_money.amount).toBe(0);
  const [foreign] = await listWithFault({ kind: "other-currency" });
  expect(foreign.payment_requests[0].computed_amount_money.currency).toBe("JPY");
  expect((await list()).body.invoices).toEqual(original);
  await simulator.close();
});

test("a stale read returns the previous response, and 404 for a record that was never read", async () => {
  const { simulator, token } = await createTestEnvironment();
  const [first, second] = Object.values(simulator.state().invoices).filter(
    ({ status }) => status === "UNPAID",
  );
  const get = (id = "") => callApi(simulator, `/v2/invoices/${encodeURIComponent(id)}`, { token });
  await get(first?.id);
  simulator.pay(first?.id ?? "", { amount: "all" });
  simulator.addFault({ kind: "stale-read", operation: "GetInvoice", times: 2 });
  expect((await get(first?.id)).body.invoice.status).toBe("UNPAID");
  expect((await get(second?.id)).status).toBe(404);
  expect((await get(first?.id)).body.invoice.status).toBe("PAID");
  await simulator.close();
});
