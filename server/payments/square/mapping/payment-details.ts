import { type Cents, cents, sumCents } from "#domain/money/money.ts";
import type { InvoicePaymentMethod } from "#server/payments/payment-provider.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** How a payment was made, and its receipt. Empty text means unknown. */
export type PaymentDetails = {
  method: InvoicePaymentMethod;
  cardBrand: string;
  cardLast4: string;
  receiptNumber: string;
  receiptUrl: string;
};

const METHODS_BY_SOURCE_TYPE: Record<string, InvoicePaymentMethod> = {
  CARD: "card",
  BANK_ACCOUNT: "bank_account",
  WALLET: "wallet",
  BUY_NOW_PAY_LATER: "buy_now_pay_later",
  SQUARE_ACCOUNT: "square_account",
  CASH: "cash",
  EXTERNAL: "external",
  // Tenders name these types differently.
  THIRD_PARTY_CARD: "external",
};
/** The only format that the column allows. */
const LAST_4_PATTERN = /^\d{4}$/;

export function mapPaymentDetails(payment: Square.Payment): PaymentDetails {
  return {
    ...mapMethod(payment.sourceType, payment.cardDetails?.card),
    receiptNumber: sanitizeText(payment.receiptNumber, 50),
    receiptUrl: payment.receiptUrl ?? "",
  };
}

/** Returns the details of a payment that Square returned only as a tender. Tenders have no receipt. */
export function mapTenderDetails(tender: Square.Tender): PaymentDetails {
  return { ...mapMethod(tender.type, tender.cardDetails?.card), receiptNumber: "", receiptUrl: "" };
}

/** Returns the id of a tender's payment. A tender without a payment id shares its id with the payment. */
export function getTenderPaymentId(tender: Square.Tender): string {
  return tender.paymentId ?? tender.id ?? "";
}

/** Whether a tender's payment has not been completed, such as a pending bank transfer. */
export function isUnfinished({ bankAccountDetails, cardDetails }: Square.Tender): boolean {
  const bankStatus = bankAccountDetails?.status ?? "COMPLETED";
  const cardStatus = cardDetails?.status ?? "CAPTURED";
  return bankStatus !== "COMPLETED" || cardStatus !== "CAPTURED";
}

/** Returns the sum of the fees in US dollars, which can be negative, or null if there are none. */
export function sumFees(fees: readonly Square.ProcessingFee[] | null | undefined): Cents | null {
  const amounts = (fees ?? []).flatMap(({ amountMoney: money }) => {
    const amount = Number(money?.amount ?? Number.NaN);
    return Number.isSafeInteger(amount) && money?.currency === "USD" ? [cents(amount)] : [];
  });
  return amounts.length > 0 ? sumCents(amounts) : null;
}

function mapMethod(
  sourceType: string | null | undefined,
  card: Square.Card | null | undefined,
): Pick<PaymentDetails, "method" | "cardBrand" | "cardLast4"> {
  const last4 = card?.last4 ?? "";
  return {
    method: METHODS_BY_SOURCE_TYPE[sourceType ?? ""] ?? "other",
    cardBrand: sanitizeText(card?.cardBrand, 50),
    cardLast4: LAST_4_PATTERN.test(last4) ? last4 : "",
  };
}
