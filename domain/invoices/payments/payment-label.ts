import type { StatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

type PaymentRow = Tables<"invoice_payments">;

const METHOD_LABELS = {
  card: "Card",
  bank_account: "Bank transfer",
  wallet: "Digital wallet",
  buy_now_pay_later: "Buy now, pay later",
  square_account: "Square account",
  cash: "Cash",
  external: "Paid outside Square",
  other: "Other method",
} satisfies Record<PaymentRow["method"], string>;

/** Labels for the card brands that Square documents. It may add others. */
const CARD_BRAND_LABELS: ReadonlyMap<string, string> = new Map([
  ["VISA", "Visa"],
  ["MASTERCARD", "Mastercard"],
  ["AMERICAN_EXPRESS", "American Express"],
  ["DISCOVER", "Discover"],
  ["DISCOVER_DINERS", "Diners Club"],
  ["JCB", "JCB"],
  ["CHINA_UNIONPAY", "UnionPay"],
  ["INTERAC", "Interac"],
  ["EFTPOS", "eftpos"],
  ["SQUARE_GIFT_CARD", "Square gift card"],
]);

/** How a payment was made, such as "Visa ending in 4242" or "Bank transfer". */
export function paymentMethodLabel(
  payment: Pick<PaymentRow, "method" | "card_brand" | "card_last4">,
): string {
  if (payment.method !== "card") {
    return METHOD_LABELS[payment.method];
  }
  const brand = CARD_BRAND_LABELS.get(payment.card_brand ?? "") ?? METHOD_LABELS.card;
  return payment.card_last4 ? `${brand} ending in ${payment.card_last4}` : brand;
}

export const PAYMENT_KIND_LABELS = {
  payment: "Payment",
  refund: "Refund",
} satisfies Record<PaymentRow["kind"], string>;

export const PAYMENT_STATUS_BADGES = {
  pending: { label: "Processing", tone: "info" },
  completed: { label: "Completed", tone: "positive" },
  failed: { label: "Failed", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<PaymentRow["status"], StatusBadge>;
