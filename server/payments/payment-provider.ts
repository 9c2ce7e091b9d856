import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { StoredLineItem } from "#domain/invoices/line-items.ts";
import type { Cents, Dollars } from "#domain/money/money.ts";
import type { InvoiceWriter } from "#server/payments/invoice-writer.ts";
import type { ProviderError } from "#server/payments/provider-error.ts";
import type { Tables } from "#supabase/database.types.ts";

/**
 * Provider-independent interface for reading payment data and creating invoices. Square is the only implementation. It also handles the
 * simulator, which has the same API.
 */
export type PaymentProvider = {
  /** Scopes for reading. A grant that lacks one of them is rejected. */
  scopes: readonly string[];
  /** Scopes for creating invoices. Requested only while an administrator allows it. */
  writeScopes: readonly string[];
  /** The `writeScopes` for ending plans. Creating invoices does not require them. */
  planScopes: readonly string[];
  /** Returns the URL where the merchant grants access to these scopes. */
  authorizeUrl(state: string, scopes: readonly string[]): string;
  /** Exchanges a one-time authorization code for tokens, without retries. @throws {ProviderError} */
  exchangeCode(code: string): Promise<TokenGrant>;
  /** @throws {ProviderError} errors that are not transient mean that the connection has ended */
  refreshToken(refreshToken: string): Promise<TokenGrant>;
  /** Returns the token's merchant and scopes. Without a timeout, uses the default one. @throws {ProviderError} */
  inspectToken(
    accessToken: string,
    timeoutInSeconds?: number,
  ): Promise<{ merchantId: string; scopes: string[] }>;
  /** Revokes one token, or the merchant's authorization with all its tokens. @throws {ProviderError} */
  revokeToken(accessToken: string, target: "token" | "authorization"): Promise<void>;
  /** Opens a merchant's account for reading. */
  openAccount(access: AccountAccess): ProviderAccount;
  /** Whether the signature is valid for exactly these bytes. Compares in constant time. */
  verifySignature(body: Uint8Array, signature: string | undefined): boolean;
  /** Returns the action that an event requires. */
  parseEvent(event: ProviderEvent): EventAction;
  /** Returns only the fields of an event's object that `parseEvent` uses. No other fields are stored. */
  minimizeEventObject(type: string, object: unknown): unknown;
  /** The types of events that the webhook subscription must include. */
  eventTypes: readonly string[];
  /** Lists the application's webhook subscriptions, with its personal access token. @throws {ProviderError} */
  listWebhookSubscriptions(personalAccessToken: string): Promise<WebhookSubscription[]>;
  /** Preloads the SDK, so that the first call is not slow. */
  warmUp(): Promise<void>;
};

export type WebhookSubscription = { url: string; isEnabled: boolean; eventTypes: string[] };

export type TokenGrant = { accessToken: string; refreshToken: string; expiresAt: Date; merchantId: string };

/**
 * Credentials for reading an account: an access token, and a function that renews it after the provider reports it as
 * expired.
 */
export type AccountAccess = {
  merchantId: string;
  getToken: () => Promise<string>;
  renewToken: (expiredToken: string) => Promise<string>;
  /** Without a handler, requests fail immediately while the provider is unavailable. */
  outageHandler?: OutageHandler | undefined;
};

/** Makes requests wait while the provider is unavailable. */
export type OutageHandler = {
  /** Waits until the request can be sent again. Throws to stop waiting. */
  wait(error: ProviderError): Promise<void>;
  /** Called after each successful request. */
  end(): void;
};

/** Access to one merchant's account. Every method can throw a ProviderError. */
export type ProviderAccount = {
  /** Creates invoices. The merchant must have granted the scopes for writing. */
  writer: InvoiceWriter;
  /** Ends plans. The merchant must have granted the scopes for it. */
  plans: PlanWriter;
  getMerchant(): Promise<ProviderMerchant>;
  listLocations(): Promise<ProviderLocation[]>;
  /** Yields all invoices from all locations, in batches small enough for one transaction. */
  listInvoices(): AsyncIterable<InvoiceResult[]>;
  /**
   * Returns the current version of an invoice, or null if the provider has no such invoice. Rereads it after a delay
   * while its parts contradict each other or `isCurrent` rejects the result. If that does not help, the result is
   * unsettled, unless only old parts contradict each other.
   */
  getInvoice(id: string, options?: InvoiceReadOptions): Promise<InvoiceResult | null>;
  /** Returns the id of a payment's order, or null if the payment does not exist or has no order. */
  getPaymentOrder(paymentId: string): Promise<string | null>;
  /** Maps each merged customer among `ids` to the customer it was merged into. */
  getMergedCustomers(ids: readonly string[]): Promise<Map<string, string>>;
  listSubscriptions(): AsyncIterable<ProviderSubscription[]>;
  getSubscription(id: string): Promise<ProviderSubscription | null>;
  listCustomerSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Returns a customer's current details, or null if the provider has no such customer. */
  getPayer(customerId: string): Promise<Payer | null>;
};

/** `currency` is the ISO 4217 code of the merchant's prices, or empty if the provider does not report it. */
export type ProviderMerchant = { name: string; currency: string; mainLocationId: string | null };

/** A place of business. `timeZone` is empty if the provider does not report it. */
export type ProviderLocation = {
  id: string;
  name: string;
  isActive: boolean;
  timeZone: string;
  /** Whether new invoices can be created here: it is active, takes cards, and its currency is USD. */
  acceptsInvoices: boolean;
};

/** Whether a read of an invoice is recent enough. */
export type InvoiceCheck = (result: InvoiceResult | null) => boolean;

export type InvoiceReadOptions = {
  isCurrent?: InvoiceCheck;
  /** The invoice's order, if it is known. It is then read at the same time as the invoice. */
  orderId?: string | null;
};

/** Shown in sync reports as the reason for not storing an unsettled invoice. */
export const UNSETTLED_REASON = "Square is still updating it. It will be read again.";

/**
 * Result of reading one invoice. A draft is not published yet, a rejected invoice cannot be stored, and an unsettled
 * invoice changed while its parts were read.
 */
export type InvoiceResult =
  | {
      kind: "invoice";
      invoice: ProviderInvoice;
      payer: Payer;
      /**
       * Whether all fields required to compute amounts are present. An incomplete invoice replaces only an older
       * version.
       */
      isComplete: boolean;
      /** Why its parts contradict each other although they have not changed for a while. Null if they are consistent. */
      contradiction: string | null;
      orderId: string | null;
      payments: ProviderPayment[];
      versions: ObjectVersions;
    }
  | { kind: "draft"; id: string; version: number }
  | { kind: "rejected"; id: string; invoice: string; reason: string; version: number }
  | { kind: "unsettled"; id: string; invoice: string; reason: string; contradiction: string };

/** Whether the parts of an invoice contradict each other although they have not changed for a while. */
export function hasOldContradiction(
  result: InvoiceResult | null,
): result is Extract<InvoiceResult, { kind: "invoice" }> {
  return result?.kind === "invoice" && result.contradiction !== null;
}

/** Versions of an invoice's order, payments and refunds, by provider id. Higher numbers are newer; 0 means unknown. */
export type ObjectVersions = Record<string, number>;

/**
 * An invoice with the columns of `public.invoices`, except those that only the portal sets (client and project).
 * Amounts are strings with two decimals, as stored. The payment schedule uses Square's JSON format, in cents.
 */
export type ProviderInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  description: string;
  amount: Dollars;
  total_paid_amount: Dollars;
  refunded_amount: Dollars;
  pending_refund_amount: Dollars;
  processing_amount: Dollars;
  line_items: StoredLineItem[];
  discount_amount: Dollars;
  tax_amount: Dollars;
  service_charge_amount: Dollars;
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

export type InvoicePaymentStatus = Tables<"invoice_payments">["status"];
export type InvoicePaymentMethod = Tables<"invoice_payments">["method"];

/** A payment or refund with the columns of `public.invoice_payments`, and the fee that Square charged or returned. */
export type ProviderPayment = Omit<
  Tables<"invoice_payments">,
  "id" | "invoice_id" | "created_at" | "updated_at"
> & {
  created_at: string;
  updated_at: string;
  /** Null if there is no fee, or not yet. */
  fee: Dollars | null;
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

/** The provider's details about who pays, used to match a client. The most specific detail comes first. */
export type Payer = {
  customerId: string | null;
  referenceId: string | null;
  /** The name of the customer's company or person, shown to administrators. Never used to match a client. */
  name: string | null;
  emails: string[];
};

export type ProviderSubscription = {
  id: string;
  planVariationId: string | null;
  payer: Payer;
  status: "active" | "paused" | "cancelled";
  /** The status as reported by the provider. */
  providerStatus: string;
  startsOn: CalendarDate | null;
  endsOn: CalendarDate | null;
  /** The last day that has been paid for. */
  currentPeriodEnd: CalendarDate | null;
  /** The monthly price, if it differs from the plan's price. */
  billedPrice: Dollars | null;
  newestInvoiceId: string | null;
  /** Increases with each change. */
  version: number;
};

/** A plan with the action that will end it, or null if none is scheduled. */
export type ProviderPlan = { subscription: ProviderSubscription; cancelActionId: string | null };

/** Every method can throw a ProviderError. `end` and `keep` must not be repeated after an unknown outcome. */
export type PlanWriter = {
  /** Returns the current plan, or null if the provider has no such plan. */
  get(id: string): Promise<ProviderPlan | null>;
  /** Ends a plan after the paid period. */
  end(id: string): Promise<void>;
  /** Removes the scheduled action that ends a plan. */
  keep(id: string, cancelActionId: string): Promise<void>;
};

/** An event as received and stored. */
export type ProviderEvent = {
  eventId: string;
  merchantId: string | null;
  type: string;
  /** When the event occurred, according to the provider. */
  createdAt: Date | null;
  data: { id: string | null; object: unknown };
};

/** Times that only events contain, not invoices. */
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
