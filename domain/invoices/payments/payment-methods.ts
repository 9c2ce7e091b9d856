type PaymentMethod = "card" | "bank_account" | "cash_app_pay";

const PAYMENT_METHODS = {
  card: "Card",
  bank_account: "Bank",
  cash_app_pay: "Cash App",
} satisfies Record<PaymentMethod, string>;

/** Returns labels for the payment methods that an invoice accepts, in a fixed order. Ignores invalid stored values. */
export function paymentMethodLabels(stored: unknown): string[] {
  const flagsByMethod = new Map(Object.entries(typeof stored === "object" && stored !== null ? stored : {}));
  return Object.entries(PAYMENT_METHODS)
    .filter(([method]) => flagsByMethod.get(method) === true)
    .map(([, name]) => name);
}
