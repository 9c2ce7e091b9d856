const SCOPE_LABELS: Record<string, string> = {
  MERCHANT_PROFILE_READ: "See your business profile and locations",
  INVOICES_READ: "See your invoices",
  INVOICES_WRITE: "Create and change your invoices",
  ORDERS_READ: "See your orders",
  ORDERS_WRITE: "Create and change your orders",
  CUSTOMERS_READ: "See your customers",
  CUSTOMERS_WRITE: "Create and change your customers",
  PAYMENTS_READ: "See your payments and refunds",
  PAYMENTS_WRITE: "Take and refund payments",
  SUBSCRIPTIONS_READ: "See your subscriptions",
  SUBSCRIPTIONS_WRITE: "Create and change your subscriptions",
  ITEMS_READ: "See your items and plans",
  ITEMS_WRITE: "Create and change your items and plans",
  SETTLEMENTS_READ: "See your settlements",
  BANK_ACCOUNTS_READ: "See your bank accounts",
};

/** The scopes that the seller can grant. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set(Object.keys(SCOPE_LABELS));

/** The scopes that Square requests if an application names none. */
export const DEFAULT_SCOPES = [
  "MERCHANT_PROFILE_READ",
  "PAYMENTS_READ",
  "SETTLEMENTS_READ",
  "BANK_ACCOUNTS_READ",
];

export function scopeLabel(scope: string): string {
  return SCOPE_LABELS[scope] ?? scope;
}
