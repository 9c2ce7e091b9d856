import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SquareSimulator } from "../index.ts";
import {
  callApi,
  connectSeller,
  createTestSimulator,
  NOON,
  READ_SCOPES,
} from "../test-support/test-simulator.ts";

const WRITE_SCOPES = "CUSTOMERS_WRITE ORDERS_WRITE INVOICES_WRITE";

let simulator: SquareSimulator;
let token: string;
beforeEach(async () => {
  simulator = createTestSimulator({ seed: "empty" });
  token = await connectSeller(simulator, `${READ_SCOPES} ${WRITE_SCOPES}`);
});
afterEach(() => simulator.close());

const send = (path: string, body?: object, options: { method?: string; token?: string } = {}) =>
  callApi(simulator, path, { token, ...(body && { body }), ...options });
const usd = (amount: number) => ({ amount, currency: "USD" });
const mainLocation = () => simulator.state().merchant.main_location_id;

async function createCustomer(email = "ada@contoso.example"): Promise<string> {
  const { body } = await send("/v2/customers", { given_name: "Ada", email_address: email });
  return body.customer.id;
}

async function createOrder(customerId: string, change: object = {}): Promise<string> {
  const order = {
    location_id: mainLocation(),
    customer_id: customerId,
    line_items: [{ name: "Testing", quantity: "1", base_price_money: usd(10_000) }],
    ...change,
  };
  return (await send("/v2/orders", { idempotency_key: crypto.randomUUID(), order })).body.order.id;
}

const buildInvoice = (orderId: string, customerId: string, change: object = {}) => ({
  idempotency_key: crypto.randomUUID(),
  invoice: {
    order_id: orderId,
    primary_recipient: { customer_id: customerId },
    payment_requests: [{ request_type: "BALANCE", due_date: "2026-12-01" }],
    delivery_method: "EMAIL",
    accepted_payment_methods: { card: true },
    ...change,
  },
});

async function createDraft(change: object = {}) {
  const customerId = await createCustomer();
  const orderId = await createOrder(customerId);
  return send("/v2/invoices", buildInvoice(orderId, customerId, change));
}

describe("orders", () => {
  test("are found by customer and creation time, with their metadata", async () => {
    const customerId = await createCustomer();
    const orderId = await createOrder(customerId, { metadata: { write: "key-1" }, reference_id: "draft-1" });
    await createOrder(await createCustomer("grace@fabrikam.example"));
    const search = (start_at: string) =>
      send("/v2/orders/search", {
        location_ids: [mainLocation()],
        query: {
          filter: {
            customer_filter: { customer_ids: [customerId] },
            date_time_filter: { created_at: { start_at } },
          },
          sort: { sort_field: "CREATED_AT", sort_order: "DESC" },
        },
      });
    const { body } = await search(NOON.toISOString());
    expect(body.orders).toHaveLength(1);
    expect(body.orders[0]).toMatchObject({
      id: orderId,
      metadata: { write: "key-1" },
      reference_id: "draft-1",
    });
    const later = await search(new Date(NOON.getTime() + 1).toISOString());
    expect(later.body.orders ?? []).toEqual([]);
  });

  test("divide a fixed discount among the lines without losing a cent", async () => {
    const line = { quantity: "1", base_price_money: usd(33_33) };
    const { body } = await send("/v2/orders", {
      order: {
        location_id: mainLocation(),
        line_items: ["A", "B", "C"].map((name) => ({ ...line, name })),
        discounts: [
          { uid: "d", name: "Discount", type: "FIXED_AMOUNT", scope: "ORDER", amount_money: usd(10_00) },
        ],
      },
    });
    expect(body.order.total_money).toEqual(usd(89_99));
    expect(body.order.total_discount_money).toEqual(usd(10_00));
    const discounts = body.order.line_items.map(
      (item: { total_discount_money: { amount: number } }) => item.total_discount_money.amount,
    );
    expect(discounts).toEqual([334, 333, 333]);
  });

  test.each([
    [{ reference_id: "x".repeat(41) }, "VALUE_TOO_LONG"],
    [{ metadata: { "not a key": "x" } }, "INVALID_VALUE"],
    [{ line_items: [{ name: "x".repeat(513), quantity: "1", base_price_money: usd(1) }] }, "VALUE_TOO_LONG"],
    [{ line_items: [{ name: "A", quantity: "2.5", base_price_money: usd(1) }] }, "INVALID_VALUE"],
  ])("reject %j", async (change, code) => {
    const { body } = await send("/v2/orders", { order: { location_id: mainLocation(), ...change } });
    expect(body.errors[0].code).toBe(code);
  });
});

describe("invoices", () => {
  test("require Invoices Plus for installments, if the seller has none", async () => {
    simulator.setBehavior({ invoicesPlus: false });
    const payment_requests = ["2026-12-01", "2027-01-01"].map((due_date) => ({
      request_type: "INSTALLMENT",
      due_date,
      fixed_amount_requested_money: usd(5_000),
    }));
    const rejected = await createDraft({ payment_requests });
    expect([rejected.status, rejected.body.errors[0]]).toMatchObject([
      400,
      { category: "MERCHANT_SUBSCRIPTION_ERROR", code: "MERCHANT_SUBSCRIPTION_NOT_FOUND" },
    ]);
    simulator.setBehavior({ invoicesPlus: true });
    expect((await createDraft({ payment_requests })).status).toBe(200);
  });

  test("keep reminders, and number invoices uniquely per location", async () => {
    const reminders = [{ relative_scheduled_days: -3, message: "Soon" }];
    const payment_requests = [{ request_type: "BALANCE", due_date: "2026-12-01", reminders }];
    const { body } = await createDraft({ payment_requests, invoice_number: "P-1" });
    expect(body.invoice.payment_requests[0].reminders).toMatchObject([
      { relative_scheduled_days: -3, message: "Soon", status: "PENDING" },
    ]);
    const duplicate = await createDraft({ invoice_number: "P-1" });
    expect(duplicate.body.errors[0]).toMatchObject({ code: "BAD_REQUEST", field: "invoice.invoice_number" });
  });

  test("cannot be emailed to a customer without an address", async () => {
    const { body } = await send("/v2/customers", { given_name: "Ada" });
    const orderId = await createOrder(body.customer.id);
    const draft = await send("/v2/invoices", buildInvoice(orderId, body.customer.id));
    const published = await send(`/v2/invoices/${draft.body.invoice.id}/publish`, { version: 0 });
    expect(published.body.errors[0].code).toBe("BAD_REQUEST");
  });

  test("require both scopes for every write, and no scope of payments", async () => {
    const draft = await createDraft();
    const readToken = await connectSeller(simulator, `${READ_SCOPES} INVOICES_WRITE`);
    const { id } = draft.body.invoice;
    const rejected = await send(`/v2/invoices/${id}/publish`, { version: 0 }, { token: readToken });
    expect([rejected.status, rejected.body.errors[0].code]).toEqual([403, "INSUFFICIENT_SCOPES"]);
    expect((await send(`/v2/invoices/${id}/publish`, { version: 0 })).status).toBe(200);
  });
});

describe("idempotency keys", () => {
  test("return the first response, reject another body, and are optional", async () => {
    const customer = { given_name: "Ada", idempotency_key: "key" };
    const first = await send("/v2/customers", customer);
    expect((await send("/v2/customers", customer)).body).toEqual(first.body);
    const other = await send("/v2/customers", { ...customer, given_name: "Grace" });
    expect(other.body.errors[0].code).toBe("IDEMPOTENCY_KEY_REUSED");
    await send("/v2/customers", { given_name: "Ada" });
    await send("/v2/customers", { given_name: "Ada", idempotency_key: "" });
    expect(Object.keys(simulator.state().customers)).toHaveLength(3);
  });

  test("have a maximum length", async () => {
    const order = { location_id: mainLocation(), line_items: [] };
    const { body } = await send("/v2/orders", { idempotency_key: "k".repeat(193), order });
    expect(body.errors[0]).toMatchObject({ code: "VALUE_TOO_LONG", field: "idempotency_key" });
  });

  test("have no effect on canceling", async () => {
    const { body } = await createDraft();
    const path = `/v2/invoices/${body.invoice.id}`;
    await send(`${path}/publish`, { version: 0, idempotency_key: "publish" });
    const cancel = { version: 1, idempotency_key: "cancel" };
    expect((await send(`${path}/cancel`, cancel)).status).toBe(200);
    expect((await send(`${path}/cancel`, cancel)).body.errors[0].code).toBe("VERSION_MISMATCH");
  });
});

describe("a lost response", () => {
  test.each(["connection-reset", "server-error"] as const)("(%s) keeps the effect", async (how) => {
    simulator.addFault({ kind: "lost-response", how, operation: "CreateCustomer" });
    const request = { given_name: "Ada", idempotency_key: "key" };
    const lost = await send("/v2/customers", request).catch(() => ({ status: 0 }));
    expect(lost.status).not.toBe(200);
    expect(Object.keys(simulator.state().customers)).toHaveLength(1);
    const repeated = await send("/v2/customers", request);
    expect(Object.keys(simulator.state().customers)).toEqual([repeated.body.customer.id]);
  });
});

test("a search finds a new customer after the delay", async () => {
  simulator.setBehavior({ customerSearchDelayMs: 60_000 });
  await createCustomer();
  const search = () =>
    send("/v2/customers/search", { query: { filter: { email_address: { exact: "ADA@contoso.example" } } } });
  expect((await search()).body.customers ?? []).toEqual([]);
  await simulator.advanceClock(60_000);
  expect((await search()).body.customers).toHaveLength(1);
});
