import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Cents, Dollars } from "#domain/money/money.ts";

/**
 * Interface to a payment provider, in the product's terms. Square is the only implementation. The simulator has
 * Square's API, so it uses the same implementation.
 */
export type PaymentProvider = {
  /** Requested scopes, all read-only. A grant without one of them is rejected. */
  scopes: readonly string[];
  /** URL at which the seller grants access. */
  authorizeUrl(state: string): string;
  /** Exchanges the one-time code, without retries. @throws {ProviderError} */
  exchangeCode(code: string): Promise<TokenGrant>;
  /** @throws {ProviderError} any kind that is not transient means that the connection has ended */
  refreshToken(refreshToken: string): Promise<TokenGrant>;
  /** Returns the token's merchant and scopes. @throws {ProviderError} */
  inspectToken(accessToken: string): Promise<{ merchantId: string; scopes: string[] }>;
  /** Revokes one token, or the merchant's authorization with all its tokens. @throws {ProviderError} */
  revokeToken(accessToken: string, target: "token" | "authorization"): Promise<void>;
  /** Opens the merchant's data for reading. */
  openAccount(access: AccountAccess): ProviderAccount;
  /** Whether the provider signed exactly these bytes, compared in constant time. */
  verifySignature(body: Uint8Array, signature: string | undefined): boolean;
  /** Returns the action an event requires. */
  parseEvent(event: ProviderEvent): EventAction;
  /** Preloads the SDK, so that the first call is not slow. */
  warmUp(): Promise<void>;
};

export type TokenGrant = { accessToken: string; refreshToken: string; expiresAt: Date; merchantId: string };

/** Credentials for reading an account: a token, and a way to renew it when the provider reports it as expired. */
export type AccountAccess = {
  merchantId: string;
  getToken: () => Promise<string>;
  renewToken: (expired: string) => Promise<string>;
};

/** One merchant's data. Every method can throw a ProviderError. */
export type ProviderAccount = {
  getMerchantName(): Promise<string>;
  /** All invoices of all locations, in batches small enough for one transaction. */
  listInvoices(): AsyncIterable<InvoiceResult[]>;
  /**
   * The current version of an invoice; null when the provider has no such invoice. Reads it again, with pauses, while
   * its parts contradict each other or `isCurrent` rejects the result. If that does not help, the result is unsettled.
   */
  getInvoice(
    id: string,
    isCurrent?: (result: InvoiceResult | null) => boolean,
  ): Promise<InvoiceResult | null>;
  /** The order of a payment; null when the provider has no such payment, or it has no order. */
  getPaymentOrder(paymentId: string): Promise<string | null>;
  /** Maps each merged customer among `ids` to the customer it was merged into. */
  getMergedCustomers(ids: readonly string[]): Promise<Map<string, string>>;
  listSubscriptions(): AsyncIterable<ProviderSubscription[]>;
  getSubscription(id: string): Promise<ProviderSubscription | null>;
  listCustomerSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** The current version of a customer; null when the provider has no such customer. */
  getPayer(customerId: string): Promise<Payer | null>;
};

/** Why an unsettled invoice is not stored. Shown in sync reports. */
export const UNSETTLED_REASON = "Square is still updating it. It will be read again.";

/**
 * Result of reading one invoice: it can be stored, is not published yet, cannot be stored, or its parts were changing
 * while they were read.
 */
export type InvoiceResult =
  | {
      kind: "invoice";
      invoice: ProviderInvoice;
      payer: Payer;
      /** Whether all fields that amounts depend on are present. An incomplete invoice replaces only an older version. */
      isComplete: boolean;
      orderId: string | null;
      versions: ObjectVersions;
    }
  | { kind: "draft"; id: string; version: number }
  | { kind: "rejected"; id: string; invoice: string; reason: string; version: number }
  | { kind: "unsettled"; id: string; invoice: string; reason: string; contradiction: string };

/**
 * Versions of the objects that an invoice was read from, by the provider's id: its order, its payments and their refunds.
 * A higher number is newer; 0 is unknown.
 */
export type ObjectVersions = Record<string, number>;

/**
 * An invoice with the columns of `public.invoices`, except those that only the portal sets (client, project).
 * Amounts are text with two decimals, equal to the stored value. The schedule keeps Square's JSON format, in cents.
 */
export type ProviderInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  description: string;
  amount: Dollars;
  total_paid_amount: Dollars;
  tip_amount: Dollars;
  status: "paid" | "pending" | "overdue" | "cancelled";
  issued_date: CalendarDate | null;
  issued_date_is_estimate: boolean;
  due_date: CalendarDate | null;
  paid_date: CalendarDate | null;
  paid_date_is_estimate: boolean;
  service_date: CalendarDate | null;
  next_payment_amount: Dollars | null;
  next_payment_due_date: CalendarDate | null;
  payment_schedule: StoredScheduleEntry[];
  accepted_payment_methods: { card: boolean; bank_account: boolean; cash_app_pay: boolean };
  square_payment_url: string | null;
  time_zone: string;
  square_status: string;
  square_version: number;
  square_merchant_id: string;
  square_location_id: string | null;
  square_customer_id: string | null;
  square_subscription_id: string | null;
};

export type StoredMoney = { amount: Cents; currency: string };

export type StoredScheduleEntry = {
  uid?: string;
  request_type: string;
  due_date?: string;
  percentage_requested?: string;
  fixed_amount_requested_money?: StoredMoney;
  tipping_enabled?: boolean;
  automatic_payment_source?: string;
  computed_amount_money?: StoredMoney;
  total_completed_amount_money?: StoredMoney;
};

/** The provider's details of who pays, used to match a client. The most specific one comes first. */
export type Payer = {
  customerId: string | null;
  referenceId: string | null;
  emails: string[];
};

export type ProviderSubscription = {
  id: string;
  planVariationId: string | null;
  payer: Payer;
  status: "active" | "paused" | "cancelled";
  /** The provider's status. */
  providerStatus: string;
  /** First day, last day if known, last paid day. */
  startsOn: CalendarDate | null;
  endsOn: CalendarDate | null;
  currentPeriodEnd: CalendarDate | null;
  /** Per month, if it differs from the plan's price. */
  billedPrice: Dollars | null;
  newestInvoiceId: string | null;
  /** Increases with each change. */
  version: number;
};

/** An event as received and stored. */
export type ProviderEvent = {
  eventId: string;
  merchantId: string | null;
  type: string;
  /** When it occurred, according to the provider. */
  createdAt: Date | null;
  data: { id: string | null; object: unknown };
};

/** Times that only the event contains, not the invoice. */
export type InvoiceEventTimes = { publishedAt?: Date; paidAt?: Date; chargeFailedAt?: Date };

export type EventAction =
  | { kind: "invoice-changed"; id: string; version: number | null; times: InvoiceEventTimes }
  | { kind: "order-changed"; id: string; version: number }
  | { kind: "payment-changed"; id: string; orderId: string; version: number }
  | { kind: "refund-changed"; id: string; paymentId: string; version: number }
  | { kind: "subscription-changed"; id: string }
  | { kind: "customer-changed"; id: string }
  | { kind: "customers-merged"; from: string[]; to: string }
  | { kind: "authorization-revoked"; at: Date | null }
  | { kind: "ignore"; reason: string };
