import type { Square } from "square";
import { describe, expect, test } from "vitest";
import type { ProviderInvoice } from "#server/payments/provider.ts";
import { type InvoiceSource, readInvoice } from "./map-invoice.ts";

const usd = (cents: number): Square.Money => ({ amount: BigInt(cents), currency: "USD" });
const request = (
  requestType: Square.InvoiceRequestType,
  dueDate: string,
  computed: number,
  completed = 0,
): Square.InvoicePaymentRequest => ({
  uid: `${requestType}-${dueDate}`,
  requestType,
  dueDate,
  computedAmountMoney: usd(computed),
  totalCompletedAmountMoney: usd(completed),
});

const BASE: Square.Invoice = {
  id: "inv:0-one",
  version: 3,
  locationId: "L1",
  orderId: "O1",
  invoiceNumber: "000123",
  title: "Assessment",
  status: "UNPAID",
  timezone: "America/New_York",
  createdAt: "2026-01-01T03:00:00Z",
  updatedAt: "2026-01-20T12:00:00Z",
  primaryRecipient: { customerId: "C1", emailAddress: "Ada@Example.com ", companyName: "Old name" },
  paymentRequests: [request("BALANCE", "2026-01-31", 100_05)],
  nextPaymentAmountMoney: usd(100_05),
  publicUrl: "https://squareup.com/pay-invoice/one",
  acceptedPaymentMethods: { card: true, bankAccount: false, cashAppPay: true },
};
const ORDER: Square.Order = { id: "O1", locationId: "L1", totalMoney: usd(100_05), totalTipMoney: usd(0) };

function reading(invoice: Partial<Square.Invoice>, more: Partial<InvoiceSource> = {}) {
  return readInvoice({
    invoice: { ...BASE, ...invoice },
    order: ORDER,
    customer: undefined,
    locationZone: "America/Los_Angeles",
    merchantId: "M1",
    now: new Date("2026-01-15T12:00:00Z"),
    checkAddress: (address) => address ?? null,
    ...more,
  });
}
function mapped(invoice: Partial<Square.Invoice> = {}, more: Partial<InvoiceSource> = {}): ProviderInvoice {
  const read = reading(invoice, more);
  if (read.kind !== "invoice") throw new Error(JSON.stringify(read));
  return read.invoice;
}

test("a plain invoice in the portal's columns", () => {
  expect(mapped()).toEqual({
    square_invoice_id: "inv:0-one",
    invoice_number: "000123",
    description: "Assessment",
    amount: "100.05",
    total_paid_amount: "0.00",
    tip_amount: "0.00",
    status: "pending",
    issued_date: "2025-12-31",
    issued_date_is_estimate: true,
    due_date: "2026-01-31",
    paid_date: null,
    paid_date_is_estimate: false,
    service_date: null,
    next_payment_amount: "100.05",
    next_payment_due_date: "2026-01-31",
    payment_schedule: [
      {
        uid: "BALANCE-2026-01-31",
        request_type: "BALANCE",
        due_date: "2026-01-31",
        computed_amount_money: { amount: 10005, currency: "USD" },
        total_completed_amount_money: { amount: 0, currency: "USD" },
      },
    ],
    accepted_payment_methods: { card: true, bank_account: false, cash_app_pay: true },
    square_payment_url: "https://squareup.com/pay-invoice/one",
    time_zone: "America/New_York",
    square_status: "UNPAID",
    square_version: 3,
    square_merchant_id: "M1",
    square_location_id: "L1",
    square_customer_id: "C1",
    square_subscription_id: null,
  });
});

describe("a schedule", () => {
  const paymentRequests = [
    { ...request("DEPOSIT", "2026-01-10", 25_01, 25_01), percentageRequested: "25.0" },
    request("INSTALLMENT", "2026-02-10", 37_52, 10_00),
    request("INSTALLMENT", "2026-03-10", 37_52),
  ];
  test("adds up, and names what comes next", () => {
    const invoice = mapped({ status: "PARTIALLY_PAID", paymentRequests, nextPaymentAmountMoney: usd(27_52) });
    expect(invoice).toMatchObject({
      amount: "100.05",
      total_paid_amount: "35.01",
      status: "pending",
      due_date: "2026-03-10",
      next_payment_amount: "27.52",
      next_payment_due_date: "2026-02-10",
    });
    expect(invoice.payment_schedule[0]).toMatchObject({
      request_type: "DEPOSIT",
      percentage_requested: "25.0",
    });
  });
  test("of a kind Square invents tomorrow is stored as it is", () => {
    const requestType = "MILESTONE" as Square.InvoiceRequestType;
    expect(
      mapped({ paymentRequests: [request(requestType, "2026-01-31", 1)] }).payment_schedule[0],
    ).toMatchObject({
      request_type: "MILESTONE",
    });
  });
  test("is of no more interest once paid or cancelled", () => {
    for (const status of ["PAID", "CANCELED", "REFUNDED", "FAILED"] as const)
      expect(mapped({ status })).toMatchObject({ next_payment_amount: null, next_payment_due_date: null });
    expect(mapped({ nextPaymentAmountMoney: undefined })).toMatchObject({ next_payment_due_date: null });
  });
});

describe("the amount", () => {
  test("comes from the order where a request is not computed yet", () => {
    const paymentRequests = [{ ...request("BALANCE", "2026-01-31", 0), computedAmountMoney: undefined }];
    expect(mapped({ paymentRequests }).amount).toBe("100.05");
    expect(mapped({ paymentRequests: [request("BALANCE", "2026-01-31", 0)] }).amount).toBe("100.05");
    expect(mapped({ paymentRequests: [] }).amount).toBe("100.05");
  });
  test("is what the requests add up to, whatever the order says besides", () => {
    const order = { ...ORDER, totalMoney: usd(107_05), totalTipMoney: usd(7_00) };
    expect(mapped({}, { order }).amount).toBe("100.05");
  });
  test("is the order's while only some requests are computed", () => {
    const paymentRequests = [
      request("DEPOSIT", "2026-01-10", 50_00),
      { ...request("BALANCE", "2026-01-31", 0), computedAmountMoney: undefined },
    ];
    expect(mapped({ paymentRequests }).amount).toBe("100.05");
  });
  test("unknown to both is a reason to wait, zero in both is zero", () => {
    expect(reading({ paymentRequests: null }, { order: undefined })).toEqual({
      kind: "refused",
      id: "inv:0-one",
      invoice: "000123",
      reason: "has no amount yet",
    });
    expect(
      mapped({ paymentRequests: [request("BALANCE", "2026-01-31", 0)] }, { order: undefined }).amount,
    ).toBe("0.00");
  });
  test.each([
    [{ amount: 5n, currency: "JPY" as const }, "is in JPY, not in US dollars"],
    [{ amount: 5n }, "is in no currency, not in US dollars"],
    [{ amount: -1n, currency: "USD" as const }, "has a negative amount"],
    [{ amount: 10n ** 12n, currency: "USD" as const }, "has an amount too large to store"],
  ])("%o is refused", (computedAmountMoney, reason) => {
    const paymentRequests = [{ ...request("BALANCE", "2026-01-31", 1), computedAmountMoney }];
    expect(reading({ paymentRequests })).toMatchObject({ kind: "refused", reason });
  });
  test("tips stand apart from it", () => {
    const paymentRequests = [request("BALANCE", "2026-01-31", 100_05, 100_05)];
    const order = { ...ORDER, totalTipMoney: usd(7) };
    expect(mapped({ status: "PAID", paymentRequests }, { order })).toMatchObject({
      amount: "100.05",
      total_paid_amount: "100.05",
      tip_amount: "0.07",
    });
  });
  test("given back counts as not paid: once approved, and never below zero", () => {
    const refund = (cents: number, status: Square.RefundStatus): Square.Refund => ({
      id: status,
      locationId: "L1",
      reason: "",
      amountMoney: usd(cents),
      status,
    });
    const paymentRequests = [request("BALANCE", "2026-01-31", 100_05, 100_05)];
    const paid = (...refunds: Square.Refund[]) =>
      mapped({ status: "PARTIALLY_REFUNDED", paymentRequests }, { order: { ...ORDER, refunds } });
    expect(paid(refund(30_00, "APPROVED"), refund(50_00, "REJECTED"), refund(1, "FAILED"))).toMatchObject({
      status: "paid",
      total_paid_amount: "70.05",
    });
    expect(paid(refund(200_00, "APPROVED")).total_paid_amount).toBe("0.00");
  });
  test("given back beyond a payment's share was its tip, and takes nothing from another payment", () => {
    const paymentRequests = [request("BALANCE", "2026-01-31", 100_05, 100_05)];
    const tender = (id: string, cents: number, tip: number): Square.Tender => ({
      id,
      type: "CARD",
      amountMoney: usd(cents + tip),
      tipMoney: usd(tip),
    });
    const refund = (tenderId: string, cents: number): Square.Refund => ({
      id: `of ${tenderId} ${cents}`,
      locationId: "L1",
      tenderId,
      reason: "",
      amountMoney: usd(cents),
      status: "APPROVED",
    });
    const tenders = [tender("A", 40_00, 9_00), tender("B", 60_05, 0)];
    const paid = (...refunds: Square.Refund[]) =>
      mapped({ status: "PARTIALLY_REFUNDED", paymentRequests }, { order: { ...ORDER, tenders, refunds } })
        .total_paid_amount;
    expect(paid(refund("A", 40_00))).toBe("60.05");
    expect(paid(refund("A", 30_00), refund("A", 19_00))).toBe("60.05");
    expect(paid(refund("A", 49_00), refund("B", 1))).toBe("60.04");
  });
  test("given back of an open invoice still counts: Square does not ask for it again", () => {
    const refunds: Square.Refund[] = [
      { id: "R", locationId: "L1", reason: "", amountMoney: usd(30_00), status: "APPROVED" },
    ];
    const paymentRequests = [request("BALANCE", "2026-01-31", 100_05, 60_00)];
    const of = (status: Square.InvoiceStatus) =>
      mapped({ status, paymentRequests }, { order: { ...ORDER, refunds } });
    expect(of("PARTIALLY_REFUNDED")).toMatchObject({ status: "pending", total_paid_amount: "60.00" });
    expect(of("CANCELED")).toMatchObject({ status: "cancelled", total_paid_amount: "30.00" });
  });
});

describe("dates", () => {
  const paid = (order: Partial<Square.Order> | undefined) =>
    mapped({ status: "PAID" }, { order: order && { ...ORDER, ...order } });
  const tender = (createdAt: string): Square.Tender => ({ type: "CARD", createdAt });

  test("paid on the day of the newest payment, in the invoice's zone", () => {
    expect(
      paid({ tenders: [tender("2026-01-12T04:59:59.999999999Z"), tender("2026-01-05T12:00:00Z")] }),
    ).toMatchObject({ paid_date: "2026-01-11", paid_date_is_estimate: false });
    expect(paid({ tenders: [tender("2026-01-12T05:00:00Z")] }).paid_date).toBe("2026-01-12");
  });
  test("else when the order was closed; else a guess that says so", () => {
    expect(paid({ closedAt: "2026-01-09T12:00:00Z" })).toMatchObject({
      paid_date: "2026-01-09",
      paid_date_is_estimate: false,
    });
    for (const order of [undefined, { tenders: [tender("nonsense")] }])
      expect(paid(order)).toMatchObject({ paid_date: "2026-01-20", paid_date_is_estimate: true });
  });
  test("paid on no day unless paid", () => {
    const order = { ...ORDER, tenders: [tender("2026-01-12T12:00:00Z")] };
    for (const status of ["CANCELED", "REFUNDED", "PARTIALLY_PAID"] as const)
      expect(mapped({ status }, { order })).toMatchObject({ paid_date: null, paid_date_is_estimate: false });
  });
  test("late from midnight on where the invoice is, not in Greenwich", () => {
    const paymentRequests = [request("BALANCE", "2026-01-15", 1)];
    const at = (now: string) => mapped({ paymentRequests }, { now: new Date(now) }).status;
    expect([at("2026-01-16T04:59:59Z"), at("2026-01-16T05:00:00Z")]).toEqual(["pending", "overdue"]);
  });
  test("issued when it was scheduled for, else when it was made", () => {
    expect(mapped({ status: "SCHEDULED", scheduledAt: "2026-02-01T05:00:00Z" })).toMatchObject({
      issued_date_is_estimate: false,
    });
    expect(mapped({ status: "SCHEDULED", scheduledAt: "2026-02-01T05:00:00Z" }).issued_date).toBe(
      "2026-02-01",
    );
    expect(mapped({ createdAt: undefined }).issued_date).toBeNull();
  });
  test("that are none are left out", () => {
    expect(
      mapped({ paymentRequests: [request("BALANCE", "2026-02-30", 1)], saleOrServiceDate: "soon" }),
    ).toMatchObject({ due_date: null, service_date: null });
  });
  test("in a zone nobody knows are the location's; in none at all, UTC", () => {
    expect(mapped({ timezone: "Mars/Olympus" }).time_zone).toBe("America/Los_Angeles");
    expect(mapped({ timezone: undefined }, { locationZone: undefined }).time_zone).toBe("UTC");
  });
});

describe("what is left out of an answer", () => {
  const isComplete = (invoice: Partial<Square.Invoice>, more: Partial<InvoiceSource> = {}) => {
    const read = reading(invoice, more);
    return read.kind === "invoice" && read.isComplete;
  };
  test("makes it incomplete: the order, the requests, or their amounts", () => {
    expect(isComplete({})).toBe(true);
    expect(isComplete({}, { order: undefined })).toBe(false);
    expect(isComplete({ orderId: undefined }, { order: undefined })).toBe(true);
    expect(isComplete({ paymentRequests: null })).toBe(false);
    const nothing = [request("BALANCE", "2026-01-31", 0)];
    expect(isComplete({ paymentRequests: nothing })).toBe(false);
    expect(isComplete({ paymentRequests: nothing }, { order: { ...ORDER, totalMoney: usd(0) } })).toBe(true);
  });
  test("is made up for by the order's payments, less their tips", () => {
    const tenders: Square.Tender[] = [
      { id: "A", type: "CARD", amountMoney: usd(60_00), tipMoney: usd(5_00) },
      { id: "B", type: "CARD", amountMoney: usd(45_05) },
    ];
    const paid = mapped({ status: "PAID", paymentRequests: [] }, { order: { ...ORDER, tenders } });
    expect(paid).toMatchObject({ amount: "100.05", total_paid_amount: "100.05" });
  });
});

test("the description is the title, else what was sold, else Square's", () => {
  const order = {
    ...ORDER,
    lineItems: [
      { quantity: "1", name: "Review" },
      { quantity: "2", name: " Report " },
    ],
  };
  expect(mapped({}, { order }).description).toBe("Assessment");
  expect(mapped({ title: " " }, { order }).description).toBe("Review, Report");
  expect(mapped({ title: null, description: "Thanks!" }).description).toBe("Thanks!");
  expect(mapped({ title: "a\0b\ud800" }).description).toBe("ab\ufffd");
});

test("a draft is not stored, and what has neither id nor status is refused", () => {
  expect(reading({ status: "DRAFT" })).toEqual({ kind: "draft", id: "inv:0-one" });
  expect(reading({ id: undefined })).toMatchObject({ kind: "refused", reason: "has no id" });
  expect(reading({ status: undefined })).toMatchObject({ kind: "refused", reason: "has no status" });
});

test("the payer is the customer as it is now, then the invoice's snapshot", () => {
  const customer: Square.Customer = {
    id: "C2",
    emailAddress: " New@example.com",
    referenceId: "r",
  };
  expect(reading({}, { customer })).toMatchObject({
    payer: {
      customerId: "C2",
      referenceId: "r",
      emails: ["new@example.com", "ada@example.com"],
    },
  });
});
