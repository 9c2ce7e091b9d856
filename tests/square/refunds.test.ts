import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceBadges } from "#domain/invoices/invoice.ts";
import { cents, toDollars } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";
import { createHttpEnvironment, type HttpEnvironment } from "./http-environment.ts";
import { retryJobsNow } from "./storm-faults.ts";

const HOUR_MS = 3_600_000;
const format = (amount: number) => String(toDollars(cents(amount)));

let fixture: HttpEnvironment;
beforeAll(async () => {
  fixture = await createHttpEnvironment({ simulator: { seed: { invoiceCount: 40 } } });
  await fixture.connect();
  await fixture.sync();
});
afterAll(() => fixture.close());

/** Advances the clock, so that a sync treats no change as recent. */
async function advanceOneHour(): Promise<void> {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + HOUR_MS);
  await fixture.simulator.advanceClock(0);
}

/** Pays an invoice in full, with a tip. */
function payInvoice(tipCents = 0) {
  const { invoices, merchant } = fixture.simulator.state();
  const invoice = Object.values(invoices).find(
    ({ status, location_id }) => status === "UNPAID" && location_id === merchant.main_location_id,
  );
  if (!invoice) {
    throw new Error("The seller has no unpaid invoice left");
  }
  const paid = fixture.simulator.pay(invoice.id, { amount: "all", tipCents });
  if (!paid.ok) {
    throw new Error(paid.problem);
  }
  return { id: invoice.id, paymentId: paid.payment.id, amountCents: paid.payment.amount_money.amount };
}

function refundPayment(paymentId: string, cents?: number, isPending = false): string {
  const refunded = fixture.simulator.refund(paymentId, cents, { isPending });
  if (!refunded.ok) {
    throw new Error(refunded.problem);
  }
  return refunded.refund.id;
}

async function readInvoice(id: string): Promise<Tables<"invoices">> {
  const { rows } = await fixture.pool.query<Tables<"invoices">>(
    "select * from public.invoices where square_invoice_id = $1",
    [id],
  );
  const [invoice] = rows;
  if (!invoice) {
    throw new Error(`Invoice ${id} is not stored`);
  }
  return invoice;
}

async function listRefunds(id: string): Promise<string[]> {
  const { rows } = await fixture.pool.query<Record<"status" | "amount" | "tip_amount", string>>(
    `select payment.status, payment.amount, payment.tip_amount from public.invoice_payments as payment
       join public.invoices as invoice on invoice.id = payment.invoice_id
      where invoice.square_invoice_id = $1 and payment.kind = 'refund'
      order by payment.created_at`,
    [id],
  );
  return rows.map(({ status, amount, tip_amount }) => `${status} ${amount} ${tip_amount}`);
}

describe("a sync without webhooks reads", () => {
  /** Runs a sync that calls `change` after listing the refunds and before listing the payments. */
  const syncWith = async (change: () => void) => {
    fixture.beforeRequest = ({ pathname }) => {
      if (pathname.endsWith("/v2/payments")) {
        fixture.beforeRequest = () => {};
        change();
      }
    };
    const { body } = await fixture.sync();
    expect(body).toMatchObject({ success: true, report: { rejected: [] } });
  };
  beforeAll(() => fixture.simulator.addWebhookFault({ fault: "hold", times: 1000 }));
  afterAll(() => fixture.simulator.clearFaults());

  test("a refund that is created while the sync runs", async () => {
    const { id, paymentId, amountCents } = payInvoice();
    await advanceOneHour();
    await syncWith(() => refundPayment(paymentId));
    const amount = format(amountCents);
    expect(await readInvoice(id)).toMatchObject({ square_status: "REFUNDED", refunded_amount: amount });
    expect(await listRefunds(id)).toEqual([`completed ${amount} 0.00`]);
  });

  test("a refund that is completed while the sync runs, which does not change the invoice", async () => {
    const { id, paymentId } = payInvoice();
    const refundId = refundPayment(paymentId, 500, true);
    await fixture.sync();
    expect(await listRefunds(id)).toEqual(["pending 5.00 0.00"]);
    await advanceOneHour();
    await syncWith(() => fixture.simulator.completeRefund(refundId));
    expect(await listRefunds(id)).toEqual(["completed 5.00 0.00"]);
    expect(await readInvoice(id)).toMatchObject({ refunded_amount: "5.00", pending_refund_amount: "0.00" });
  });

  test("an old refund that is missing from Square's list of refunds", async () => {
    const { id, paymentId } = payInvoice();
    refundPayment(paymentId, 700);
    await advanceOneHour();
    fixture.simulator.addFault({ kind: "missed-item", operation: "ListPaymentRefunds" });
    await fixture.sync();
    expect(await listRefunds(id)).toEqual(["completed 7.00 0.00"]);
    expect(await readInvoice(id)).toMatchObject({ refunded_amount: "7.00" });
  });
});

test("a refund first reduces the invoice's amount, and then the tip, while Square reports a partial refund", async () => {
  fixture.simulator.setBehavior({ refundedStatus: "amount-and-tips" });
  const { id, paymentId, amountCents } = payInvoice(1000);
  const amount = format(amountCents);
  const refund = async (refundCents: number) => {
    await advanceOneHour();
    refundPayment(paymentId, refundCents);
    await fixture.receiveWebhooks();
    const invoice = await readInvoice(id);
    return {
      square: invoice.square_status,
      refunded: invoice.refunded_amount,
      badges: invoiceBadges(invoice).map(({ label }) => label),
    };
  };
  const isPartlyRefunded = { square: "PARTIALLY_REFUNDED", badges: ["Paid", "Partially refunded"] };
  expect(await refund(amountCents - 100)).toEqual({
    ...isPartlyRefunded,
    refunded: format(amountCents - 100),
  });
  expect(await refund(100)).toEqual({ ...isPartlyRefunded, refunded: amount });
  expect(await refund(400)).toEqual({ ...isPartlyRefunded, refunded: amount });
  expect(await refund(600)).toEqual({ square: "REFUNDED", badges: ["Refunded"], refunded: amount });
  expect(await listRefunds(id)).toEqual([
    `completed ${format(amountCents - 100)} 0.00`,
    "completed 1.00 0.00",
    "completed 0.00 4.00",
    "completed 0.00 6.00",
  ]);
  fixture.simulator.setBehavior({ refundedStatus: "amount" });
});

test("a refund does not increase the balance, even if Square reduces the completed amounts", async () => {
  const { id, paymentId, amountCents } = payInvoice();
  await fixture.receiveWebhooks();
  refundPayment(paymentId, 400);
  fixture.simulator.change(({ state }) => {
    const request = state.invoices[id]?.payment_requests.at(-1);
    if (request) {
      request.total_completed_amount_money.amount -= 400;
    }
  });
  await fixture.receiveWebhooks();
  expect(await readInvoice(id)).toMatchObject({
    square_status: "PARTIALLY_REFUNDED",
    status: "paid",
    refunded_amount: "4.00",
    total_paid_amount: format(amountCents - 400),
  });
});

/** Delivers the held webhooks while Square responds with 404 to an operation whose request was never sent before. */
async function releaseWebhooksWithout(operation: "GetPayment" | "GetPaymentRefund"): Promise<void> {
  await fixture.simulator.settled();
  fixture.simulator.clearFaults();
  fixture.simulator.addFault({ kind: "stale-read", operation, times: null });
  await fixture.simulator.releaseHeld();
  await fixture.receiveWebhooks();
}

test("the events of a refund are retried while Square does not return it, and the last consistent data is kept at first", async () => {
  fixture.simulator.addWebhookFault({ fault: "hold", times: 1000 });
  const { id, paymentId } = payInvoice();
  await fixture.sync();
  refundPayment(paymentId, 500);
  await advanceOneHour();
  const retry = async () => {
    await retryJobsNow(fixture);
    await fixture.runJobs();
    const { square_status, refunded_amount } = await readInvoice(id);
    return [square_status, refunded_amount];
  };
  await releaseWebhooksWithout("GetPaymentRefund");
  expect(await readInvoice(id)).toMatchObject({ square_status: "PAID" });
  expect(await retry()).toEqual(["PAID", "0.00"]);
  // An hour after the refund, its absence is accepted at the third attempt.
  expect(await retry()).toEqual(["PARTIALLY_REFUNDED", "0.00"]);
  fixture.simulator.clearFaults();
  expect(await retry()).toEqual(["PARTIALLY_REFUNDED", "5.00"]);
});

test("a payment that Square temporarily does not return keeps its details and refunds", async () => {
  fixture.simulator.addWebhookFault({ fault: "hold", times: 1000 });
  const { id, paymentId } = payInvoice();
  refundPayment(paymentId, 500);
  await advanceOneHour();
  await fixture.sync();
  const readPayments = async () => {
    const { rows } = await fixture.pool.query(
      `select kind, status, amount, card_last4, receipt_url from public.invoice_payments
        where square_payment_id = $1 order by kind, square_id`,
      [paymentId],
    );
    return rows;
  };
  const before = { invoice: await readInvoice(id), payments: await readPayments() };
  expect(before).toMatchObject({
    invoice: { refunded_amount: "5.00" },
    payments: [{ kind: "payment", card_last4: "1111" }, { kind: "refund" }],
  });
  refundPayment(paymentId, 300);
  await advanceOneHour();
  await releaseWebhooksWithout("GetPayment");
  expect({ invoice: await readInvoice(id), payments: await readPayments() }).toEqual(before);
  fixture.simulator.clearFaults();
  expect((await fixture.sync()).body).toMatchObject({ success: true, report: { rejected: [] } });
  expect(await readInvoice(id)).toMatchObject({ refunded_amount: "8.00" });
});
