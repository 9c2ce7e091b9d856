import type { Square } from "square";
import { describe, expect, test } from "vitest";
import type { ProviderInvoice } from "#server/payments/payment-provider.ts";
import { buildPaymentRecord, buildRefundRecord } from "#tests/support/square/payment-records.ts";
import type { PaymentRecord, RefundRecord } from "./invoice-payments.ts";
import { type InvoiceSource, importInvoice } from "./map-invoice.ts";

const usd = (cents: number): Square.Money => ({ amount: BigInt(cents), currency: "USD" });
const createRequest = (
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

const BASE_INVOICE: Square.Invoice = {
  id: "inv:0-one",
  version: 3,
  locationId: "L1",
  orderId: "O1",
  invoiceNumber: "000123",
  title: "Assessment",
  status: "UNPAID",
  timezone: "America/New_York",
  createdAt: "2026-01-01T03:00:00Z",
  updatedAt: "2026-01-10T12:00:00Z",
  primaryRecipient: { customerId: "C1", emailAddress: "Ada@Example.com ", companyName: "Old name" },
  paymentRequests: [createRequest("BALANCE", "2026-01-31", 100_05)],
  nextPaymentAmountMoney: usd(100_05),
  publicUrl: "https://squareup.com/pay-invoice/one",
  acceptedPaymentMethods: { card: true, bankAccount: false, cashAppPay: true },
};
const createTender = (id: string, cents: number, tip = 0): Square.Tender => ({
  id,
  type: "CARD",
  amountMoney: usd(cents + tip),
  tipMoney: usd(tip),
});
const createRefund = (paymentId: string, amount: number, status = "COMPLETED"): RefundRecord =>
  buildRefundRecord(amount, { id: `${paymentId}-${status}-${amount}`, paymentId, status });
/** Creates a completed payment with those of `refunds` that belong to it. */
const createPayment = (id: string, amount: number, refunds: RefundRecord[] = []): PaymentRecord =>
  buildPaymentRecord(amount, {
    id,
    refunds: refunds.filter(({ paymentId }) => paymentId === id),
    updatedAt: Date.parse("2026-01-10T12:00:00Z"),
  });
const indexPayments = (...payments: PaymentRecord[]) =>
  new Map(payments.map((record) => [record.id, record]));
const ORDER: Square.Order = { id: "O1", locationId: "L1", totalMoney: usd(100_05), totalTipMoney: usd(0) };

function importWith(invoice: Partial<Square.Invoice>, overrides: Partial<InvoiceSource> = {}) {
  return importInvoice({
    invoice: { ...BASE_INVOICE, ...invoice },
    order: ORDER,
    payments: new Map(),
    customer: undefined,
    locationTimeZone: "America/Los_Angeles",
    merchantId: "M1",
    now: new Date("2026-01-15T12:00:00Z"),
    checkPaymentUrl: (url) => url ?? null,
    ...overrides,
  });
}
function mapInvoiceWith(
  invoice: Partial<Square.Invoice> = {},
  overrides: Partial<InvoiceSource> = {},
): ProviderInvoice {
  const result = importWith(invoice, overrides);
  if (result.kind !== "invoice") {
    throw new Error(JSON.stringify(result));
  }
  return result.invoice;
}

test("maps an invoice to the portal's columns", () => {
  expect(mapInvoiceWith()).toEqual({
    square_invoice_id: "inv:0-one",
    invoice_number: "000123",
    description: "Assessment",
    amount: "100.05",
    total_paid_amount: "0.00",
    refunded_amount: "0.00",
    pending_refund_amount: "0.00",
    processing_amount: "0.00",
    line_items: [],
    discount_amount: "0.00",
    tax_amount: "0.00",
    service_charge_amount: "0.00",
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

describe("invoice payment schedule", () => {
  const paymentRequests = [
    { ...createRequest("DEPOSIT", "2026-01-10", 25_01, 25_01), percentageRequested: "25.0" },
    createRequest("INSTALLMENT", "2026-02-10", 37_52, 10_00),
    createRequest("INSTALLMENT", "2026-03-10", 37_52),
  ];
  test("sums the amounts and returns the next payment", () => {
    const invoice = mapInvoiceWith({
      status: "PARTIALLY_PAID",
      paymentRequests,
      nextPaymentAmountMoney: usd(27_52),
    });
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
  test("stores an unknown request type unchanged", () => {
    const requestType = "MILESTONE" as Square.InvoiceRequestType;
    expect(
      mapInvoiceWith({ paymentRequests: [createRequest(requestType, "2026-01-31", 1)] }).payment_schedule[0],
    ).toMatchObject({
      request_type: "MILESTONE",
    });
  });
  test("has no next payment after the invoice is paid or cancelled", () => {
    for (const status of ["PAID", "CANCELED", "REFUNDED", "FAILED"] as const) {
      expect(mapInvoiceWith({ status })).toMatchObject({
        next_payment_amount: null,
        next_payment_due_date: null,
      });
    }
    expect(mapInvoiceWith({ nextPaymentAmountMoney: undefined })).toMatchObject({
      next_payment_due_date: null,
    });
  });
});

describe("invoice amount", () => {
  test("uses the order's total if no request is computed", () => {
    const paymentRequests = [
      { ...createRequest("BALANCE", "2026-01-31", 0), computedAmountMoney: undefined },
    ];
    expect(mapInvoiceWith({ paymentRequests }).amount).toBe("100.05");
    expect(mapInvoiceWith({ paymentRequests: [createRequest("BALANCE", "2026-01-31", 0)] }).amount).toBe(
      "100.05",
    );
    expect(mapInvoiceWith({ paymentRequests: [] }).amount).toBe("100.05");
  });
  test("prefers the sum of the requests to the order's total", () => {
    const order = { ...ORDER, totalMoney: usd(107_05), totalTipMoney: usd(7_00) };
    expect(mapInvoiceWith({}, { order }).amount).toBe("100.05");
  });
  test("uses the order's total if only some requests are computed", () => {
    const paymentRequests = [
      createRequest("DEPOSIT", "2026-01-10", 50_00),
      { ...createRequest("BALANCE", "2026-01-31", 0), computedAmountMoney: undefined },
    ];
    expect(mapInvoiceWith({ paymentRequests }).amount).toBe("100.05");
  });
  test("rejects an unknown amount and accepts zero", () => {
    expect(importWith({ paymentRequests: null }, { order: undefined })).toEqual({
      kind: "rejected",
      id: "inv:0-one",
      version: 3,
      invoice: "000123",
      reason: "No amount yet",
    });
    expect(
      mapInvoiceWith({ paymentRequests: [createRequest("BALANCE", "2026-01-31", 0)] }, { order: undefined })
        .amount,
    ).toBe("0.00");
  });
  test.each([
    [{ amount: 5n, currency: "JPY" as const }, "Currency is JPY, not USD"],
    [{ amount: 5n }, "Currency is missing, not USD"],
    [{ amount: -1n, currency: "USD" as const }, "Amount is negative"],
    [{ amount: 10n ** 12n, currency: "USD" as const }, "Amount is too large"],
  ])("rejects %o", (computedAmountMoney, reason) => {
    const paymentRequests = [{ ...createRequest("BALANCE", "2026-01-31", 1), computedAmountMoney }];
    expect(importWith({ paymentRequests })).toMatchObject({ kind: "rejected", reason });
  });
  test("excludes tips", () => {
    const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 100_05)];
    const order = { ...ORDER, totalTipMoney: usd(7) };
    expect(mapInvoiceWith({ status: "PAID", paymentRequests }, { order })).toMatchObject({
      amount: "100.05",
      total_paid_amount: "100.05",
      tip_amount: "0.07",
    });
  });
  test("subtracts completed refunds, down to zero", () => {
    const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 100_05)];
    const order = { ...ORDER, tenders: [createTender("A", 100_05)] };
    const paid = (...refunds: RefundRecord[]) =>
      mapInvoiceWith(
        { status: "PARTIALLY_REFUNDED", paymentRequests },
        { order, payments: indexPayments(createPayment("A", 100_05, refunds)) },
      );
    expect(
      paid(
        createRefund("A", 30_00),
        createRefund("A", 50_00, "PENDING"),
        createRefund("A", 1, "FAILED"),
        createRefund("A", 1, "REJECTED"),
      ),
    ).toMatchObject({ status: "paid", total_paid_amount: "70.05" });
    expect(paid(createRefund("A", 200_00)).total_paid_amount).toBe("0.00");
  });
  test("ignores refunds on the invoice's order, because Square does not keep them there", () => {
    const refunds: Square.Refund[] = [
      { id: "R", locationId: "L1", tenderId: "A", reason: "", amountMoney: usd(30_00), status: "APPROVED" },
    ];
    const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 100_05)];
    const order = { ...ORDER, tenders: [createTender("A", 100_05)], refunds };
    expect(mapInvoiceWith({ status: "PAID", paymentRequests }, { order }).total_paid_amount).toBe("100.05");
  });
  test("treats a refund beyond the payment's invoice share as a tip refund, without reducing other payments", () => {
    const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 100_05)];
    const tenders = [createTender("A", 40_00, 9_00), createTender("B", 60_05)];
    const paid = (...refunds: RefundRecord[]) =>
      mapInvoiceWith(
        { status: "PARTIALLY_REFUNDED", paymentRequests },
        {
          order: { ...ORDER, tenders },
          payments: indexPayments(createPayment("A", 40_00, refunds), createPayment("B", 60_05, refunds)),
        },
      ).total_paid_amount;
    expect(paid(createRefund("A", 40_00))).toBe("60.05");
    expect(paid(createRefund("A", 30_00), createRefund("A", 19_00))).toBe("60.05");
    expect(paid(createRefund("A", 49_00), createRefund("B", 1))).toBe("60.04");
  });
  test("ignores refunds of an open invoice, because Square does not request the amount again", () => {
    const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 60_00)];
    const order = { ...ORDER, tenders: [createTender("A", 60_00)] };
    const payments = indexPayments(createPayment("A", 60_00, [createRefund("A", 30_00)]));
    const mapWith = (status: Square.InvoiceStatus) =>
      mapInvoiceWith({ status, paymentRequests }, { order, payments });
    expect(mapWith("PARTIALLY_REFUNDED")).toMatchObject({ status: "pending", total_paid_amount: "60.00" });
    expect(mapWith("CANCELED")).toMatchObject({ status: "cancelled", total_paid_amount: "30.00" });
  });
});

describe("invoice dates", () => {
  const mapPaidInvoice = (order: Partial<Square.Order> | undefined) =>
    mapInvoiceWith({ status: "PAID" }, { order: order && { ...ORDER, ...order } });
  const createTenderPaidAt = (createdAt: string): Square.Tender => ({ type: "CARD", createdAt });

  test("uses the newest payment's date in the invoice's time zone as the paid date", () => {
    expect(
      mapPaidInvoice({
        tenders: [
          createTenderPaidAt("2026-01-12T04:59:59.999999999Z"),
          createTenderPaidAt("2026-01-05T12:00:00Z"),
        ],
      }),
    ).toMatchObject({ paid_date: "2026-01-11", paid_date_is_estimate: false });
    expect(mapPaidInvoice({ tenders: [createTenderPaidAt("2026-01-12T05:00:00Z")] }).paid_date).toBe(
      "2026-01-12",
    );
  });
  test("falls back to the order's closing date, then to an estimate", () => {
    expect(mapPaidInvoice({ closedAt: "2026-01-09T12:00:00Z" })).toMatchObject({
      paid_date: "2026-01-09",
      paid_date_is_estimate: false,
    });
    for (const order of [undefined, { tenders: [createTenderPaidAt("nonsense")] }]) {
      expect(mapPaidInvoice(order)).toMatchObject({ paid_date: "2026-01-10", paid_date_is_estimate: true });
    }
  });
  test("has no paid date unless the invoice is paid", () => {
    const order = { ...ORDER, tenders: [createTenderPaidAt("2026-01-12T12:00:00Z")] };
    for (const status of ["CANCELED", "REFUNDED", "PARTIALLY_PAID"] as const) {
      expect(mapInvoiceWith({ status }, { order })).toMatchObject({
        paid_date: null,
        paid_date_is_estimate: false,
      });
    }
  });
  test("becomes overdue at midnight in the invoice's time zone, not in UTC", () => {
    const paymentRequests = [createRequest("BALANCE", "2026-01-15", 1)];
    const statusAt = (now: string) => mapInvoiceWith({ paymentRequests }, { now: new Date(now) }).status;
    expect([statusAt("2026-01-16T04:59:59Z"), statusAt("2026-01-16T05:00:00Z")]).toEqual([
      "pending",
      "overdue",
    ]);
  });
  test("uses the scheduled date as the issue date, otherwise the creation date", () => {
    expect(mapInvoiceWith({ status: "SCHEDULED", scheduledAt: "2026-02-01T05:00:00Z" })).toMatchObject({
      issued_date_is_estimate: false,
    });
    expect(mapInvoiceWith({ status: "SCHEDULED", scheduledAt: "2026-02-01T05:00:00Z" }).issued_date).toBe(
      "2026-02-01",
    );
    expect(mapInvoiceWith({ createdAt: undefined }).issued_date).toBeNull();
  });
  test("ignores invalid dates", () => {
    expect(
      mapInvoiceWith({
        paymentRequests: [createRequest("BALANCE", "2026-02-30", 1)],
        saleOrServiceDate: "soon",
      }),
    ).toMatchObject({ due_date: null, service_date: null });
  });
  test("falls back to the location's time zone, then to UTC", () => {
    expect(mapInvoiceWith({ timezone: "Mars/Olympus" }).time_zone).toBe("America/Los_Angeles");
    expect(mapInvoiceWith({ timezone: undefined }, { locationTimeZone: undefined }).time_zone).toBe("UTC");
  });
});

describe("incomplete data", () => {
  const isComplete = (invoice: Partial<Square.Invoice>, overrides: Partial<InvoiceSource> = {}) => {
    const result = importWith(invoice, overrides);
    return result.kind === "invoice" && result.isComplete;
  };
  test("marks an invoice without an order, requests or amounts as incomplete", () => {
    expect(isComplete({})).toBe(true);
    expect(isComplete({}, { order: undefined })).toBe(false);
    expect(isComplete({ orderId: undefined }, { order: undefined })).toBe(true);
    expect(isComplete({ paymentRequests: null })).toBe(false);
    const zeroRequests = [createRequest("BALANCE", "2026-01-31", 0)];
    expect(isComplete({ paymentRequests: zeroRequests })).toBe(false);
    expect(isComplete({ paymentRequests: zeroRequests }, { order: { ...ORDER, totalMoney: usd(0) } })).toBe(
      true,
    );
  });
  test("computes the paid amount from the order's payments, excluding tips", () => {
    const tenders: Square.Tender[] = [
      { id: "A", type: "CARD", amountMoney: usd(60_00), tipMoney: usd(5_00) },
      { id: "B", type: "CARD", amountMoney: usd(45_05) },
    ];
    const paid = mapInvoiceWith({ status: "PAID", paymentRequests: [] }, { order: { ...ORDER, tenders } });
    expect(paid).toMatchObject({ amount: "100.05", total_paid_amount: "100.05" });
  });
});

test("uses the title as the description, then the line items, then Square's description", () => {
  const order = {
    ...ORDER,
    lineItems: [
      { quantity: "1", name: "Review" },
      { quantity: "2", name: " Report " },
    ],
  };
  expect(mapInvoiceWith({}, { order }).description).toBe("Assessment");
  expect(mapInvoiceWith({ title: " " }, { order }).description).toBe("Review, Report");
  expect(mapInvoiceWith({ title: null, description: "Thanks!" }).description).toBe("Thanks!");
  expect(mapInvoiceWith({ title: "a\0b\ud800" }).description).toBe("ab\ufffd");
});

test("skips drafts, and rejects invoices without an id or status", () => {
  expect(importWith({ status: "DRAFT" })).toEqual({ kind: "draft", id: "inv:0-one", version: 3 });
  expect(importWith({ id: undefined })).toMatchObject({ kind: "rejected", reason: "Missing ID" });
  expect(importWith({ status: undefined })).toMatchObject({ kind: "rejected", reason: "Missing status" });
});

test("maps the payer from the current customer, then from the invoice's snapshot", () => {
  const customer: Square.Customer = {
    id: "C2",
    emailAddress: " New@example.com",
    referenceId: "r",
  };
  expect(importWith({}, { customer })).toMatchObject({
    payer: {
      customerId: "C2",
      referenceId: "r",
      emails: ["new@example.com", "ada@example.com"],
    },
  });
});

describe("a refunded invoice", () => {
  const paymentRequests = [createRequest("BALANCE", "2026-01-31", 100_05, 100_05)];
  const order = { ...ORDER, tenders: [createTender("P1", 100_05)] };
  const mapRefunded = (payments: InvoiceSource["payments"]) =>
    mapInvoiceWith({ status: "REFUNDED", paymentRequests }, { order, payments, now: new Date("2026-02-15") });

  test.each([
    ["COMPLETED", { status: "cancelled", total_paid_amount: "0.00", refunded_amount: "100.05" }],
    ["PENDING", { status: "cancelled", total_paid_amount: "100.05", refunded_amount: "0.00" }],
    ["FAILED", { status: "paid", total_paid_amount: "100.05", refunded_amount: "0.00" }],
  ])("has the amounts of a %s refund", (status, expected) => {
    const payment = createPayment("P1", 100_05, [createRefund("P1", 100_05, status)]);
    expect(mapRefunded(indexPayments(payment))).toMatchObject(expected);
  });

  test("whose payments Square does not return counts as fully refunded", () => {
    expect(mapRefunded(new Map())).toMatchObject({ total_paid_amount: "0.00", refunded_amount: "100.05" });
  });
});
