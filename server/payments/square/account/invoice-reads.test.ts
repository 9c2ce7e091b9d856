import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createSharedReads } from "./shared-reads.ts";
import { createSquareAccount } from "./square-account.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });

const PAYMENT = {
  id: "P1",
  order_id: "O1",
  status: "COMPLETED",
  amount_money: usd(10_000),
  refund_ids: ["R2"],
};
const REFUND = { payment_id: "P1", amount_money: usd(10_000) };

const INVOICE = {
  id: "I1",
  version: 4,
  location_id: "L1",
  order_id: "O1",
  invoice_number: "1",
  status: "REFUNDED",
  timezone: "UTC",
  created_at: "2026-01-05T10:00:00Z",
  updated_at: "2026-01-06T10:00:00Z",
  payment_requests: [
    {
      uid: "1",
      request_type: "BALANCE",
      due_date: "2026-01-20",
      computed_amount_money: usd(10_000),
      total_completed_amount_money: usd(10_000),
    },
  ],
};

/** Responses by path. The list of refunds was read before the second refund was completed. */
const RESPONSES: Record<string, object> = {
  "/v2/locations": { locations: [{ id: "L1", merchant_id: "M1", timezone: "UTC", status: "ACTIVE" }] },
  "/v2/refunds": { refunds: [{ ...REFUND, id: "R1", status: "FAILED" }] },
  "/v2/refunds/R2": { refund: { ...REFUND, id: "R2", status: "COMPLETED" } },
  "/v2/payments": { payments: [PAYMENT] },
  "/v2/payments/P1": { payment: PAYMENT },
  "/v2/customers/bulk-retrieve": {},
  "/v2/orders/batch-retrieve": {
    orders: [
      {
        id: "O1",
        version: 3,
        total_money: usd(10_000),
        tenders: [{ id: "P1", payment_id: "P1", amount_money: usd(10_000) }],
      },
    ],
  },
  "/v2/invoices": {
    invoices: [INVOICE],
  },
};

/** @param onRequest is awaited before the response is sent */
function createAccount(
  overrides: Record<string, object> = {},
  onRequest: (url: URL) => void | Promise<void> = () => {},
) {
  const responses: Record<string, object> = { ...RESPONSES, ...overrides };
  return createSquareAccount(
    {
      network: {
        baseUrl: "https://square.example",
        fetch: async (input) => {
          const url = new URL(input instanceof Request ? input.url : input);
          await onRequest(url);
          const body = responses[url.pathname];
          return body
            ? Response.json(body)
            : Response.json({ errors: [{ code: "NOT_FOUND" }] }, { status: 404 });
        },
        rereadDelaysMs: [],
      },
      checkPaymentUrl: () => null,
      now: () => new Date("2026-11-23T12:00:00Z"),
      log: pino({ level: "silent" }),
    },
    { merchantId: "M1", getToken: async () => "token", renewToken: async () => "token" },
    createSharedReads(undefined)("M1"),
  );
}

/** Lists the account's invoices, with some responses replaced. Returns the requested URLs too. */
async function listInvoices(overrides: Record<string, object> = {}) {
  const urls: URL[] = [];
  const account = createAccount(overrides, (url) => {
    urls.push(url);
  });
  const batches = [];
  for await (const batch of account.listInvoices()) {
    batches.push(batch);
  }
  return { results: batches.flat(), urls };
}

const PAID_AND_REFUNDED = {
  kind: "invoice",
  payments: [
    { square_id: "P1", status: "completed" },
    { square_id: "R2", status: "completed" },
  ],
};

test("a sync reads a refund that the list of refunds lacks, even if it contains a failed refund of the payment", async () => {
  const { results } = await listInvoices();
  expect(results).toMatchObject([PAID_AND_REFUNDED]);
});

test("a sync reads a payment that the list of payments lacks", async () => {
  const { results } = await listInvoices({ "/v2/payments": {} });
  expect(results).toMatchObject([PAID_AND_REFUNDED]);
});

test("a sync rereads an old invoice whose listed parts contradict each other", async () => {
  const { results } = await listInvoices({
    "/v2/payments": { payments: [{ ...PAYMENT, refund_ids: [] }] },
    "/v2/refunds": {},
    "/v2/invoices/I1": { invoice: INVOICE },
  });
  expect(results).toMatchObject([{ ...PAID_AND_REFUNDED, contradiction: null }]);
});

test("an invoice whose order is known is read at the same time as its order, which is read once", async () => {
  const orderRequested = Promise.withResolvers<void>();
  const paths: string[] = [];
  const account = createAccount({ "/v2/invoices/I1": { invoice: INVOICE } }, async ({ pathname }) => {
    paths.push(pathname);
    if (pathname === "/v2/orders/batch-retrieve") {
      orderRequested.resolve();
    }
    if (pathname === "/v2/invoices/I1") {
      await orderRequested.promise;
    }
  });
  expect(await account.getInvoice("I1", { orderId: "O1" })).toMatchObject(PAID_AND_REFUNDED);
  expect(paths.filter((path) => path === "/v2/orders/batch-retrieve")).toHaveLength(1);
});

test("a sync accepts an old contradiction that remains", async () => {
  const { results } = await listInvoices({ "/v2/refunds/R2": {}, "/v2/invoices/I1": { invoice: INVOICE } });
  expect(results).toMatchObject([
    { kind: "invoice", payments: [{ square_id: "P1" }], contradiction: "a refund is missing" },
  ]);
});

describe("the lists of payments and refunds", () => {
  const listBeginTimes = async (overrides?: Record<string, object>) => {
    const { urls } = await listInvoices(overrides);
    const getBeginTimes = (path: string) =>
      urls
        .filter(({ pathname }) => pathname === path)
        .map(({ searchParams }) => searchParams.get("begin_time"));
    return { payments: getBeginTimes("/v2/payments"), refunds: getBeginTimes("/v2/refunds") };
  };

  test("begin with the first invoice, because older ones belong to other sales", async () => {
    const created_at = "2026-07-01T10:00:00Z";
    const search = { invoices: [{ id: "I1", created_at }] };
    expect(await listBeginTimes({ "/v2/invoices/search": search })).toEqual({
      payments: ["2026-07-01T10:00:00.000Z", "2026-08-25T12:00:00.000Z"],
      refunds: ["2026-07-01T10:00:00.000Z"],
    });
  });

  test("begin before Square existed if the first invoice is unknown", async () => {
    const { payments, refunds } = await listBeginTimes();
    expect(payments).toContain("2009-01-01T00:00:00.000Z");
    expect(refunds).toEqual(["2009-01-01T00:00:00.000Z"]);
  });
});
