import { cents } from "#domain/money/money.ts";
import { importInvoice } from "#server/payments/square/mapping/map-invoice.ts";
import { buildPaymentRecord } from "./payment-records.ts";

const USD = (amount: number) => ({ amount: BigInt(amount), currency: "USD" as const });

/** Returns a paid invoice of a merchant, whose payment has a fee. */
export function readPaidInvoice(merchantId: string, invoiceId: string) {
  const result = importInvoice({
    invoice: {
      id: invoiceId,
      version: 1,
      orderId: "O1",
      status: "PAID",
      updatedAt: "2026-01-10T12:00:00Z",
      paymentRequests: [
        {
          requestType: "BALANCE",
          computedAmountMoney: USD(300_00),
          totalCompletedAmountMoney: USD(300_00),
        },
      ],
    },
    order: { id: "O1", locationId: "L1", totalMoney: USD(300_00), tenders: [{ id: "P1", type: "CARD" }] },
    payments: new Map([["P1", buildPaymentRecord(300_00, { id: "P1", feeCents: cents(9_00) })]]),
    customer: undefined,
    locationTimeZone: undefined,
    merchantId,
    now: new Date("2026-02-01T12:00:00Z"),
    checkPaymentUrl: () => null,
  });
  if (result.kind !== "invoice") {
    throw new Error(JSON.stringify(result));
  }
  return result;
}
