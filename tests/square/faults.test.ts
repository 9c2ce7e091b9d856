import type { SquareSimulator } from "@wardline/square-simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { disconnect } from "#server/payments/connection/disconnect.ts";
import { createHttpEnvironment, type HttpEnvironment } from "./http-environment.ts";
import { retryJobsNow } from "./storm-faults.ts";

type Fault = Parameters<SquareSimulator["addFault"]>[0];
type Invoice = ReturnType<SquareSimulator["state"]>["invoices"][string];
type Row = Record<string, unknown>;

const UNREADABLE_MESSAGE = "We couldn't read Square's response.";
const UNREACHABLE_MESSAGE = "We couldn't reach Square.";
const UNSETTLED_REASON = "Square is still updating it. It will be read again.";
const RATE_LIMITED_MESSAGE = "Square is limiting requests. Try again shortly.";
const PERMANENTLY = { times: null };
/** List calls before page 2: the closed location, then page 1 of the location with more than 200 invoices. */
const ON_PAGE_2 = { after: 2 };

let fixture: HttpEnvironment;
let before: Row[];

/** Creates a connected environment and runs the first sync. */
async function setUp(maxPauseMs: number): Promise<void> {
  fixture = await createHttpEnvironment({
    simulator: { seed: { invoiceCount: 250 } },
    payments: { pauseLimits: { firstDelayMs: 10, maxDelayMs: 100, maxTotalMs: maxPauseMs } },
  });
  await fixture.connect();
  const { body } = await fixture.sync();
  if (body.success !== true) {
    throw new Error(`The first sync failed: ${body.message}`);
  }
  before = await listAllInvoices();
}

async function listAllInvoices(): Promise<Row[]> {
  const { rows } = await fixture.pool.query<Row>("select * from public.invoices order by square_invoice_id");
  return rows;
}

async function syncWithFault(fault: Fault) {
  fixture.simulator.addFault({ operation: "ListInvoices", ...fault });
  const { status, body } = await fixture.sync();
  fixture.simulator.clearFaults();
  return { ...body, status };
}

describe("transient failures are retried without an effect on the data", () => {
  beforeAll(() => setUp(3_000));
  afterAll(() => fixture.close());

  test.each<[string, Fault]>([
    ["429 with Retry-After, once", { kind: "rate-limited", retryAfterSeconds: 1 }],
    ["429 without Retry-After, once", { kind: "rate-limited" }],
    ["500, once", { kind: "server-error", status: 500 }],
    ["502 as HTML, once", { kind: "server-error", status: 502, html: true }],
    ["503 for the orders, once", { kind: "server-error", status: 503, operation: "BatchRetrieveOrders" }],
    [
      "504 for the customers, once",
      { kind: "server-error", status: 504, operation: "BulkRetrieveCustomers" },
    ],
    ["a dropped connection, once", { kind: "connection-reset" }],
    ["a token that expires between pages", { kind: "token-expired", ...ON_PAGE_2 }],
    ["a cursor that is invalid on page 2, once", { kind: "invalid-cursor", ...ON_PAGE_2 }],
    ["a page with duplicates", { kind: "duplicate-items" }],
    ["an invoice missing from a page", { kind: "missed-item" }],
  ])("%s", async (_, fault) => {
    const response = await syncWithFault(fault);
    expect(response).toMatchObject({ status: 200, success: true, changed: 0, report: { rejected: [] } });
    expect(await listAllInvoices()).toEqual(before);
  });

  test.each<[string, Fault]>([
    ["503 for 20 requests", { kind: "server-error", status: 503, times: 20, ...ON_PAGE_2 }],
    ["429 for 20 requests", { kind: "rate-limited", times: 20, ...ON_PAGE_2 }],
  ])("a sync resumes at the same page after %s", async (_, fault) => {
    const paths: string[] = [];
    fixture.beforeRequest = ({ pathname }) => paths.push(pathname);
    const response = await syncWithFault(fault);
    fixture.beforeRequest = () => {};
    expect(response).toMatchObject({ status: 200, success: true, changed: 0, report: { rejected: [] } });
    // One request for each of the four pages, and the 20 failed requests for the third page.
    expect(paths.filter((path) => path.endsWith("/v2/invoices"))).toHaveLength(4 + 20);
  });

  test("reports an outage that lasts longer than the pauses", async () => {
    const response = await syncWithFault({ kind: "rate-limited", retryAfterSeconds: 4 });
    expect(response).toMatchObject({ status: 502, success: false, message: RATE_LIMITED_MESSAGE });
    expect(await listAllInvoices()).toEqual(before);
  });
});

describe("permanent failures end the sync with a message and leave the data unchanged", () => {
  beforeAll(() => setUp(0));
  afterAll(() => fixture.close());

  test.each<[string, Fault, string]>([
    ["429 permanently", { kind: "rate-limited", ...PERMANENTLY }, RATE_LIMITED_MESSAGE],
    ["500", { kind: "server-error", status: 500, ...PERMANENTLY }, UNREACHABLE_MESSAGE],
    ["502 as HTML", { kind: "server-error", status: 502, html: true, ...PERMANENTLY }, UNREACHABLE_MESSAGE],
    ["200 with HTML", { kind: "html" }, UNREADABLE_MESSAGE],
    ["200 with HTML on page 2", { kind: "html", ...ON_PAGE_2 }, UNREADABLE_MESSAGE],
    ["200 with HTML for the locations", { kind: "html", operation: "ListLocations" }, UNREADABLE_MESSAGE],
    ["200 with HTML for the orders", { kind: "html", operation: "BatchRetrieveOrders" }, UNREADABLE_MESSAGE],
    ["200 with errors", { kind: "errors-with-ok" }, UNREADABLE_MESSAGE],
    ["200 with a truncated body", { kind: "truncated" }, UNREADABLE_MESSAGE],
    [
      "a response slower than the timeout",
      { kind: "slow", milliseconds: 10_000 },
      "Square didn't respond in time.",
    ],
    ["a dropped connection", { kind: "connection-reset" }, UNREACHABLE_MESSAGE],
    [
      "a cursor that always repeats",
      { kind: "cursor-repeats", ...PERMANENTLY },
      "Square returned the same page of a list twice.",
    ],
    [
      "a cursor that is never valid",
      { kind: "invalid-cursor", ...ON_PAGE_2, ...PERMANENTLY },
      "Square's list changed while we read it. Try again.",
    ],
    [
      "a scope that was removed",
      { kind: "scope-removed", scope: "INVOICES_READ" },
      "A required Square permission is missing. Please reconnect.",
    ],
    [
      "a permission revoked between pages",
      { kind: "token-revoked", ...ON_PAGE_2 },
      "The connection to Square was revoked. Please reconnect.",
    ],
  ])("%s", async (_, fault, message) => {
    const response = await syncWithFault(fault);
    expect(response).toMatchObject({ status: 502, success: false, message, error: message });
    expect(await listAllInvoices()).toEqual(before);
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({ last_error: message });
    if (message.endsWith("Please reconnect.")) {
      await fixture.receiveWebhooks();
      await fixture.connect();
    }
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0 });
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({ connected: true, last_error: null });
  });

  test("fails the token exchange on an unreadable response, without a retry", async () => {
    await disconnect(fixture.payments, fixture.adminId);
    await fixture.receiveWebhooks();
    const paths: string[] = [];
    fixture.beforeRequest = ({ pathname }) => paths.push(pathname);
    for (const fault of [{ kind: "html" }, { kind: "server-error", status: 500 }] as const) {
      fixture.simulator.addFault({ operation: "ObtainToken", ...fault });
      const callback = await fixture.connect();
      expect(callback.headers.get("location")).toMatch(/oauth_status=error&message=token_exchange_failed$/);
    }
    expect(paths.filter((path) => path.endsWith("/oauth2/token"))).toHaveLength(2);
    fixture.beforeRequest = () => {};
    await fixture.connect();
    expect(await listAllInvoices()).toEqual(before);
  });
});

describe("stores the valid parts of unexpected data and deletes nothing", () => {
  let invoice: Invoice;
  beforeAll(async () => {
    await setUp(0);
    invoice = findUnpaidInvoice();
    const paid = fixture.simulator.pay(invoice.id, { amount: "all", tipCents: 1234 });
    if (paid.ok) {
      fixture.simulator.refund(paid.payment.id, 100);
    }
    await fixture.receiveWebhooks();
    before = await listAllInvoices();
  });
  afterAll(() => fixture.close());

  /** Returns the invoice's changed columns, and checks that no other row changed. */
  async function findDifferingColumns(): Promise<string[]> {
    const rows = await listAllInvoices();
    expect(rows).toHaveLength(before.length);
    return rows.flatMap((row, index) => {
      const previous = before[index] ?? {};
      const names = Object.keys(row).filter(
        (name) => JSON.stringify(row[name]) !== JSON.stringify(previous[name]),
      );
      if (names.length > 0) {
        expect(row.square_invoice_id).toBe(invoice.id);
      }
      return names.filter((name) => name !== "updated_at");
    });
  }

  test.each<[string, Fault, string[]]>([
    ["an unknown request type", { kind: "unknown-request-type" }, ["payment_schedule"]],
    ["13 requests", { kind: "thirteen-requests" }, ["payment_schedule"]],
    [
      "an unknown status",
      { kind: "unknown-status", status: "ON_HOLD" },
      ["paid_date", "square_status", "status", "total_paid_amount"],
    ],
    ["missing optional fields", { kind: "missing-fields" }, []],
    ["amounts of 0", { kind: "zero-amount" }, []],
  ])("%s", async (_, fault, columns) => {
    const response = await syncWithFault({ ...fault, only: invoice.id, times: null });
    expect(response).toMatchObject({ success: true, report: { rejected: [] } });
    expect((await findDifferingColumns()).sort()).toEqual(columns);
    await fixture.sync();
    expect(await findDifferingColumns()).toEqual([]);
  });

  test("keeps and reports an invoice whose order is missing after a change", async () => {
    const missingOrderFault = {
      kind: "missing-order",
      operation: "BatchRetrieveOrders",
      times: null,
    } as const;
    const response = await syncWithFault({ ...missingOrderFault, only: invoice.order_id });
    const rejected = [{ invoice: invoice.invoice_number, reason: UNSETTLED_REASON }];
    expect(response).toMatchObject({ success: true, report: { rejected } });
    expect(await findDifferingColumns()).toEqual([]);
  });

  test("logs an unknown status", () => {
    expect(fixture.getLog()).toContain("unknown invoice status treated as pending");
  });

  test("rejects only the invoice in another currency", async () => {
    const response = await syncWithFault({
      kind: "other-currency",
      currency: "JPY",
      only: invoice.id,
      times: null,
    });
    const rejected = [{ invoice: invoice.invoice_number, reason: "Currency is JPY, not USD" }];
    expect(response).toMatchObject({ success: true, report: { rejected } });
    expect(await findDifferingColumns()).toEqual([]);
  });

  test("applies the webhook of an invoice that changed after its page was read", async () => {
    const otherInvoice = findUnpaidInvoice();
    fixture.beforeRequest = ({ searchParams }) => {
      if (!searchParams.has("cursor")) {
        return;
      }
      fixture.beforeRequest = () => {};
      fixture.simulator.pay(otherInvoice.id, { amount: "all" });
    };
    expect((await fixture.sync()).body).toMatchObject({ success: true });
    await fixture.receiveWebhooks();
    expect(await findStoredInvoice(otherInvoice.id)).toMatchObject({
      status: "paid",
      square_version: String(otherInvoice.version),
    });
  });
});

describe("each webhook takes effect once despite delivery faults", () => {
  beforeAll(() => setUp(0));
  afterAll(() => fixture.close());

  const MINUTE_MS = 60_000;
  type Outcome = { type: string; outcome: string };
  const readOutcomes = async (since: Date): Promise<Outcome[]> => {
    const { rows } = await fixture.pool.query<Outcome>(
      "select type, outcome from private.webhook_events where received_at >= $1",
      [since],
    );
    return rows;
  };
  /** Advances the clock, so that a test sees only its own events. */
  const advanceOneMinute = async () => {
    fixture.clock.now = new Date(fixture.clock.now.getTime() + MINUTE_MS);
    await fixture.simulator.advanceClock(0);
    return fixture.clock.now;
  };

  test.each([
    "duplicate",
    "lost-response",
    "bad-signature",
    "wrong-url",
    "re-indented",
  ] as const)("%s", async (fault) => {
    const isRejected = fault !== "duplicate" && fault !== "lost-response";
    const startedAt = await advanceOneMinute();
    const invoice = findUnpaidInvoice();
    fixture.simulator.addWebhookFault({ fault, times: 4 });
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    fixture.simulator.clearFaults();
    expect(await readOutcomes(startedAt)).toHaveLength(isRejected ? 0 : 4);
    await advanceOneMinute();
    await fixture.receiveWebhooks();
    expect(await findStoredInvoice(invoice.id)).toMatchObject({ status: "paid" });
    const processed = await readOutcomes(startedAt);
    expect(processed).toHaveLength(4);
    expect(processed.filter(({ outcome }) => outcome === "applied")).toHaveLength(1);
  });

  test("ignores reordered webhooks that arrive after a newer sync", async () => {
    const startedAt = await advanceOneMinute();
    const invoice = findUnpaidInvoice();
    fixture.simulator.addWebhookFault({ fault: "hold", times: 100 });
    fixture.simulator.pay(invoice.id, { amount: 100 });
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.simulator.settled();
    fixture.simulator.clearFaults();
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 1 });
    const row = await findStoredInvoice(invoice.id);
    expect(row).toMatchObject({ status: "paid" });
    await fixture.simulator.releaseHeld("reversed");
    await fixture.runJobs();
    expect(await findStoredInvoice(invoice.id)).toEqual(row);
    const invoiceEvents = (await readOutcomes(startedAt)).filter(({ type }) => type.startsWith("invoice."));
    expect(new Set(invoiceEvents.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
  });

  test("ignores unknown types, other merchants, deleted drafts and 100 duplicates", async () => {
    const startedAt = await advanceOneMinute();
    const rows = await listAllInvoices();
    const draft = Object.values(fixture.simulator.state().invoices).find(({ status }) => status === "DRAFT");
    const data = { type: "invoice", id: draft?.id ?? "" };
    fixture.simulator.emit({ type: "brand.new_thing", data });
    fixture.simulator.emit({ type: "invoice.updated", merchantId: "ANOTHER", data });
    fixture.simulator.emit({ type: "invoice.deleted", data: { ...data, deleted: true } });
    fixture.simulator.emit({ type: "invoice.updated", data }, 100);
    await fixture.receiveWebhooks();
    const processedEvents = await readOutcomes(startedAt);
    expect(processedEvents).toHaveLength(103);
    expect(processedEvents.filter(({ outcome }) => !outcome?.startsWith("ignored: "))).toEqual([]);
    expect(fixture.simulator.deliveries().every(({ status }) => status === "delivered")).toBe(true);
    expect(await listAllInvoices()).toEqual(rows);
  });
});

describe("records that were read at different moments", () => {
  beforeAll(() => setUp(0));
  afterAll(() => fixture.close());

  /** Returns the states of the stored invoice before and after `work`. Equal states are returned once. */
  const recordStates = async (id: string, work: () => Promise<void>) => {
    const states: string[] = [];
    const read = async () => {
      const row = await findStoredInvoice(id);
      const state = `${row?.square_status} ${row?.total_paid_amount}`;
      if (states.at(-1) !== state) {
        states.push(state);
      }
    };
    await read();
    await work();
    await read();
    return states;
  };
  const payInFull = async (): Promise<{ invoice: Invoice; paymentId: string; amount: string }> => {
    const invoice = findUnpaidInvoice();
    const paid = fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    if (!paid.ok) {
      throw new Error(paid.problem);
    }
    const { amount } = (await findStoredInvoice(invoice.id)) ?? {};
    return { invoice, paymentId: paid.payment.id, amount: String(amount) };
  };
  /** Runs `change` once, before the next request whose path contains `part`. */
  const changeBefore = (part: string, change: () => void) => {
    fixture.beforeRequest = ({ pathname }) => {
      if (pathname.includes(part)) {
        fixture.beforeRequest = () => {};
        change();
      }
    };
  };

  test.each([
    "/orders/",
    "/payments/",
  ])("a refund between the invoice and the request to %s", async (part) => {
    const { invoice, paymentId, amount } = await payInFull();
    fixture.simulator.emit({ type: "invoice.updated", data: { type: "invoice", id: invoice.id } });
    changeBefore(part, () => fixture.simulator.refund(paymentId));
    expect(await recordStates(invoice.id, () => fixture.receiveWebhooks())).toEqual([
      `PAID ${amount}`,
      "REFUNDED 0.00",
    ]);
  });

  test.each([
    "GetInvoice",
    "BatchRetrieveOrders",
    "GetPayment",
    "GetPaymentRefund",
  ] as const)("does not store an outdated response to %s, and retries the job", async (operation) => {
    const { invoice, paymentId, amount } = await payInFull();
    fixture.simulator.addFault({ kind: "stale-read", operation, times: 40 });
    fixture.simulator.refund(paymentId);
    expect(await recordStates(invoice.id, () => fixture.receiveWebhooks())).toEqual(
      // The order does not change with a refund.
      operation === "BatchRetrieveOrders" ? [`PAID ${amount}`, "REFUNDED 0.00"] : [`PAID ${amount}`],
    );
    const { rows } = await fixture.pool.query(
      "select distinct outcome from private.webhook_events where processed_at is null",
    );
    expect(rows).toEqual(
      operation === "BatchRetrieveOrders"
        ? []
        : [{ outcome: "failed: Square is still updating this invoice. We'll read it again." }],
    );
    fixture.simulator.clearFaults();
    await retryJobsNow(fixture);
    await fixture.runJobs();
    expect(await findStoredInvoice(invoice.id)).toMatchObject({
      square_status: "REFUNDED",
      total_paid_amount: "0.00",
    });
  });

  test("retries a new invoice that Square doesn't return yet", async () => {
    const draft = Object.values(fixture.simulator.state().invoices).find(({ status }) => status === "DRAFT");
    fixture.simulator.addFault({ kind: "stale-read", operation: "GetInvoice", times: 40 });
    fixture.simulator.publish(draft?.id ?? "");
    await fixture.receiveWebhooks();
    expect(await findStoredInvoice(draft?.id ?? "")).toBeUndefined();
    fixture.simulator.clearFaults();
    await retryJobsNow(fixture);
    await fixture.runJobs();
    expect(await findStoredInvoice(draft?.id ?? "")).toMatchObject({
      square_version: String(draft?.version),
    });
  });

  test("a sync keeps the last consistent row and reports the invoice", async () => {
    const { invoice, paymentId, amount } = await payInFull();
    fixture.simulator.addWebhookFault({ fault: "hold", times: 100 });
    fixture.simulator.refund(paymentId);
    fixture.simulator.addFault({ kind: "stale-read", operation: "GetPayment", times: null });
    const states = await recordStates(invoice.id, async () => {
      const { body } = await fixture.sync();
      const rejected = [{ invoice: invoice.invoice_number, reason: UNSETTLED_REASON }];
      expect(body).toMatchObject({ success: true, report: { rejected } });
    });
    expect(states).toEqual([`PAID ${amount}`]);
    fixture.simulator.clearFaults();
    expect((await fixture.sync()).body).toMatchObject({ success: true, report: { rejected: [] } });
    expect(await findStoredInvoice(invoice.id)).toMatchObject({ total_paid_amount: "0.00" });
    await fixture.simulator.releaseHeld();
    await fixture.runJobs();
  });

  test("an order event without a version reads the invoice", async () => {
    const { id, order_id } = findUnpaidInvoice();
    fixture.simulator.addWebhookFault({ fault: "hold", times: 1000 });
    fixture.simulator.pay(id, { amount: "all" });
    await fixture.simulator.settled();
    fixture.simulator.clearFaults();
    expect(await findStoredInvoice(id)).toMatchObject({ square_status: "UNPAID" });
    fixture.simulator.emit({
      type: "order.updated",
      data: { type: "order_updated", id: order_id, object: { order_updated: { order_id } } },
    });
    await fixture.receiveWebhooks();
    expect(await findStoredInvoice(id)).toMatchObject({ square_status: "PAID" });
    await fixture.simulator.releaseHeld();
    await fixture.runJobs();
  });

  test("an event that is not newer than the stored invoice sends no request", async () => {
    const { invoice, paymentId } = await payInFull();
    fixture.simulator.refund(paymentId, 100);
    await fixture.receiveWebhooks();
    const paths: string[] = [];
    fixture.beforeRequest = ({ pathname }) => paths.push(pathname);
    const journal = fixture.simulator.journal().slice(-7);
    for (const entry of journal) {
      const { type, data } = JSON.parse(entry.body);
      fixture.simulator.emit({ type, data });
    }
    await fixture.receiveWebhooks();
    fixture.beforeRequest = () => {};
    expect(journal.map(({ type }) => type)).toEqual([
      "invoice.payment_made",
      "invoice.updated",
      "refund.created",
      "payment.updated",
      "refund.updated",
      "invoice.refunded",
      "invoice.updated",
    ]);
    expect(paths).toEqual([]);
    expect(await findStoredInvoice(invoice.id)).toMatchObject({ square_version: String(invoice.version) });
  });
});

/** Returns an invoice without payments. */
function findUnpaidInvoice(): Invoice {
  const { invoices, merchant } = fixture.simulator.state();
  const unpaidInvoice = Object.values(invoices).find(
    ({ status, location_id }) => status === "UNPAID" && location_id === merchant.main_location_id,
  );
  if (!unpaidInvoice) {
    throw new Error("The seller has no unpaid invoice left");
  }
  return unpaidInvoice;
}

async function findStoredInvoice(id: string): Promise<Row | undefined> {
  return (await listAllInvoices()).find((row) => row.square_invoice_id === id);
}
