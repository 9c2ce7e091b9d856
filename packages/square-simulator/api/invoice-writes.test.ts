import { expect, test } from "vitest";
import { callApi, createTestSimulator } from "../test-support/test-simulator.ts";

async function createDraftRequest() {
  const simulator = createTestSimulator();
  const token = simulator.personalAccessToken;
  const state = simulator.state();
  const line = { name: "Assessment", quantity: "1", base_price_money: { amount: 10_000, currency: "USD" } };
  const order = { location_id: state.merchant.main_location_id, line_items: [line] };
  const opened = await callApi(simulator, "/v2/orders", { token, body: { order } });
  const request = {
    idempotency_key: "once",
    invoice: {
      order_id: opened.body.order.id,
      primary_recipient: { customer_id: Object.keys(state.customers)[0] },
      payment_requests: [
        { uid: "a", request_type: "INSTALLMENT", due_date: "2026-12-01", percentage_requested: "50" },
        { uid: "b", request_type: "INSTALLMENT", due_date: "2027-01-01", percentage_requested: "50" },
      ],
      accepted_payment_methods: { card: true },
    },
  };
  const send = (path: string, body: unknown, method = "POST") =>
    callApi(simulator, path, { token, body, method });
  return { simulator, request, send };
}

test("repeating a request returns the first response, and rejects another request with the same key", async () => {
  const { simulator, request, send } = await createDraftRequest();
  const first = await send("/v2/invoices", request);
  const second = await send("/v2/invoices", request);
  expect(second.body).toEqual(first.body);
  const conflicting = await send("/v2/invoices", {
    ...request,
    invoice: { ...request.invoice, title: "Other" },
  });
  expect(conflicting.body.errors[0].code).toBe("IDEMPOTENCY_KEY_REUSED");
  const { idempotency_key: _, ...requestWithoutKey } = request;
  expect((await send("/v2/invoices", requestWithoutKey)).body.errors[0].code).toBe("BAD_REQUEST");
  await simulator.close();
});

test("rejects a stale version without changes", async () => {
  const { simulator, request, send } = await createDraftRequest();
  const { invoice } = (await send("/v2/invoices", request)).body;
  const path = `/v2/invoices/${invoice.id}`;
  await send(path, { invoice: { version: 0, title: "New" } }, "PUT");
  const stale = await send(path, { invoice: { version: 0, title: "Newer" } }, "PUT");
  expect([stale.status, stale.body.errors[0].code]).toEqual([400, "VERSION_MISMATCH"]);
  expect(simulator.state().invoices[invoice.id]?.title).toBe("New");
  await simulator.close();
});

test("a new schedule keeps completed amounts and cannot go below them", async () => {
  const { simulator, request, send } = await createDraftRequest();
  const { invoice } = (await send("/v2/invoices", request)).body;
  const path = `/v2/invoices/${invoice.id}`;
  await send(`${path}/publish`, { version: 0 });
  simulator.pay(invoice.id, { amount: 4_000 });
  const shares = (a: string, b: string) => ({
    version: simulator.state().invoices[invoice.id]?.version,
    payment_requests: [
      { uid: "a", percentage_requested: a },
      { uid: "b", percentage_requested: b },
    ],
  });
  const rejected = await send(path, { invoice: shares("30", "70") }, "PUT");
  expect(rejected.body.errors[0].code).toBe("BAD_REQUEST");
  const updated = await send(path, { invoice: shares("40", "60") }, "PUT");
  const [first, second] = updated.body.invoice.payment_requests;
  expect([first.computed_amount_money.amount, first.total_completed_amount_money.amount]).toEqual([
    4_000, 4_000,
  ]);
  expect(second.computed_amount_money.amount).toBe(6_000);
  expect(updated.body.invoice.next_payment_amount_money.amount).toBe(6_000);
  await simulator.close();
});
