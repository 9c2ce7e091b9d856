import type { Square } from "square";
import { describe, expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import {
  buildInvoicePayment,
  buildPaymentRecord,
  buildRefundRecord,
} from "#tests/support/square/payment-records.ts";
import { mapInvoicePayments, mapPayment, mapRefund } from "./invoice-payments.ts";
import { mapPaymentRows, sumProcessingPayments } from "./payment-rows.ts";

const usd = (amount: number): Square.Money => ({ amount: BigInt(amount), currency: "USD" });
const keepUrl = (url: string | null | undefined) => url || null;
const rejectUrl = () => null;

describe("the row of a payment", () => {
  const payment: Square.Payment = {
    id: "P1",
    status: "COMPLETED",
    sourceType: "CARD",
    cardDetails: { card: { cardBrand: "AMERICAN_EXPRESS", last4: "0005" } },
    amountMoney: usd(10_000),
    tipMoney: usd(1500),
    processingFee: [
      { type: "INITIAL", amountMoney: usd(320) },
      { type: "ADJUSTMENT", amountMoney: usd(-20) },
    ],
    receiptNumber: "ABCD",
    receiptUrl: "https://squareup.com/receipt/preview/P1",
    createdAt: "2026-01-09T12:00:00Z",
    updatedAt: "2026-01-10T12:00:00.250Z",
  };
  const order: Square.Order = { locationId: "L1", tenders: [{ id: "P1", type: "CARD" }] };
  const mapRows = (overrides: Partial<Square.Payment> = {}, checkUrl = keepUrl) => {
    const record = mapPayment({ ...payment, ...overrides });
    return mapPaymentRows(mapInvoicePayments(order, new Map(record ? [["P1", record]] : [])), checkUrl);
  };

  test("has the amount, tip, fee, card, receipt and times", () => {
    expect(mapRows()).toEqual([
      {
        kind: "payment",
        square_id: "P1",
        square_payment_id: "P1",
        status: "completed",
        amount: "100.00",
        tip_amount: "15.00",
        fee: "3.00",
        method: "card",
        card_brand: "AMERICAN_EXPRESS",
        card_last4: "0005",
        receipt_number: "ABCD",
        receipt_url: "https://squareup.com/receipt/preview/P1",
        created_at: "2026-01-09T12:00:00.000Z",
        updated_at: "2026-01-10T12:00:00.250Z",
      },
    ]);
  });

  test.each([
    ["APPROVED", "pending"],
    ["PENDING", "pending"],
    ["COMPLETED", "completed"],
    ["CANCELED", "cancelled"],
    ["FAILED", "failed"],
    ["ON_HOLD", "pending"],
  ])("maps Square's status %s to %s", (squareStatus, status) => {
    expect(mapRows({ status: squareStatus })).toMatchObject([{ status }]);
  });

  test.each([
    ["BANK_ACCOUNT", "bank_account"],
    ["WALLET", "wallet"],
    ["BUY_NOW_PAY_LATER", "buy_now_pay_later"],
    ["CASH", "cash"],
    ["EXTERNAL", "external"],
    ["CRYPTO", "other"],
    [undefined, "other"],
  ])("maps the source type %s to %s", (sourceType, method) => {
    expect(mapRows({ sourceType, cardDetails: undefined })).toMatchObject([
      { method, card_brand: null, card_last4: null },
    ]);
  });

  test("omits an unsafe receipt link, and card digits in another format", () => {
    expect(mapRows({ cardDetails: { card: { last4: "12345" } } }, rejectUrl)).toMatchObject([
      { receipt_url: null, card_last4: null },
    ]);
  });

  test("has no fee until Square has charged one", () => {
    expect(mapRows({ processingFee: undefined })).toMatchObject([{ fee: null }]);
  });

  test.each<[string, Partial<Square.Tender>, string]>([
    ["a completed card payment", { createdAt: "2026-01-09T12:00:00Z" }, "completed"],
    [
      "a pending bank transfer",
      { type: "BANK_ACCOUNT", bankAccountDetails: { status: "PENDING" } },
      "pending",
    ],
    ["a failed bank transfer", { type: "BANK_ACCOUNT", bankAccountDetails: { status: "FAILED" } }, "failed"],
    ["a voided card payment", { cardDetails: { status: "VOIDED" } }, "cancelled"],
  ])("comes from the tender of %s if Square did not return the payment", (_, tender, status) => {
    const tenders: Square.Tender[] = [
      { id: "T1", type: "CARD", amountMoney: usd(11_500), tipMoney: usd(1500), ...tender },
    ];
    const rows = mapPaymentRows(mapInvoicePayments({ locationId: "L1", tenders }, new Map()), keepUrl);
    expect(rows).toMatchObject([
      { square_id: "T1", status, amount: "100.00", tip_amount: "15.00", fee: null, receipt_url: null },
    ]);
  });
});

describe("the rows of refunds", () => {
  const mapRefunds = (paid: number, ...refunds: ReturnType<typeof buildRefundRecord>[]) =>
    mapPaymentRows([buildInvoicePayment(buildPaymentRecord(paid, { refunds }))], keepUrl)
      .filter(({ kind }) => kind === "refund")
      .map(({ square_id, status, amount, tip_amount }) => [square_id, status, amount, tip_amount]);

  test("belong to their payment and have its method and their own fee", () => {
    const refund = mapRefund({
      id: "R1",
      paymentId: "P1",
      status: "COMPLETED",
      amountMoney: usd(3000),
      processingFee: [{ amountMoney: usd(-59) }],
      createdAt: "2026-02-01T12:00:00Z",
    });
    const refunds = refund ? [refund] : [];
    const rows = mapPaymentRows([buildInvoicePayment(buildPaymentRecord(10_000, { refunds }))], keepUrl);
    expect(rows[1]).toMatchObject({
      kind: "refund",
      square_id: "R1",
      square_payment_id: "P1",
      amount: "30.00",
      fee: "-0.59",
      method: "card",
      card_last4: "1111",
      created_at: "2026-02-01T12:00:00.000Z",
    });
  });

  test("refund the invoice amount first, then the tip", () => {
    const [first, second] = [
      buildRefundRecord(8000, { id: "R1", createdAt: 1 }),
      buildRefundRecord(3500, { id: "R2", createdAt: 2 }),
    ];
    expect(mapRefunds(10_000, second, first)).toEqual([
      ["R1", "completed", "80.00", "0.00"],
      ["R2", "completed", "20.00", "15.00"],
    ]);
  });

  test("count completed refunds before pending ones, and ignore failed ones", () => {
    expect(
      mapRefunds(
        10_000,
        buildRefundRecord(6000, { id: "R1", status: "PENDING", createdAt: 1 }),
        buildRefundRecord(5000, { id: "R2", status: "FAILED", createdAt: 2 }),
        buildRefundRecord(9000, { id: "R3", createdAt: 3 }),
      ),
    ).toEqual([
      ["R3", "completed", "90.00", "0.00"],
      ["R1", "pending", "10.00", "50.00"],
      ["R2", "failed", "50.00", "0.00"],
    ]);
  });
});

test("the processing amount includes only payments that are not completed", () => {
  const payments = [
    buildPaymentRecord(100, { status: "PENDING" }),
    buildPaymentRecord(20, { status: "APPROVED" }),
    buildPaymentRecord(3, { status: "COMPLETED" }),
    buildPaymentRecord(4, { status: "FAILED" }),
  ];
  expect(sumProcessingPayments(payments.map(buildInvoicePayment))).toBe(cents(120));
});
