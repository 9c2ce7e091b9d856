/**
 * The port to a payment provider: everything the product asks of one, in the product's words. Square is the one
 * adapter; the simulator is reached by the same adapter.
 */
export type PaymentProvider = {
  /** The permissions asked for, all of them read-only; a grant that lacks one is refused. */
  scopes: readonly string[];
  /** Where a browser is sent to allow the connection. */
  authorizeUrl(state: string): string;
  /** Redeems the one-time code; never repeated. @throws ProviderError */
  exchangeCode(code: string): Promise<TokenGrant>;
  /** @throws ProviderError; any kind but a passing one means that the connection has ended. */
  refreshToken(refreshToken: string): Promise<TokenGrant>;
  /** Whose a token is and what it may read. @throws ProviderError */
  inspectToken(accessToken: string): Promise<{ merchantId: string; scopes: string[] }>;
  /** Ends one token, or the merchant's whole permission with all its tokens. @throws ProviderError */
  revokeToken(accessToken: string, extent: "this-token" | "whole-permission"): Promise<void>;
  /** The merchant's data, read with the given access. */
  openAccount(access: AccountAccess): ProviderAccount;
  /** Whether the provider signed these very bytes, in constant time. */
  isGenuine(body: Uint8Array, signature: string | undefined): boolean;
  /** What an event asks us to do. */
  readEvent(event: ProviderEvent): EventMeaning;
  /** Loads what is slow to load, so that the first use is not. */
  warmUp(): Promise<void>;
};

export type TokenGrant = { accessToken: string; refreshToken: string; expiresAt: Date; merchantId: string };

/** How an account is read: a token, and how to get a new one when the provider says it has expired. */
export type AccountAccess = {
  merchantId: string;
  token: () => Promise<string>;
  renew: (expired: string) => Promise<string>;
};

/** One merchant's data. Every method throws ProviderError. */
export type ProviderAccount = {
  merchantName(): Promise<string>;
  /** Every invoice of every location, in batches small enough for one transaction. */
  invoices(): AsyncIterable<InvoiceReading[]>;
  /** One invoice as it is now; null when the provider has no such invoice. */
  invoice(id: string): Promise<InvoiceReading | null>;
  /** Which of these customers have been merged, and into which one each. */
  mergedCustomers(ids: readonly string[]): Promise<Map<string, string>>;
  subscriptions(): AsyncIterable<ProviderSubscription[]>;
  subscription(id: string): Promise<ProviderSubscription | null>;
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>;
  /** A customer as it is now; null when the provider has no such customer. */
  payer(customerId: string): Promise<Payer | null>;
};

/** What became of reading one invoice: it can be stored, it is not published yet, or it cannot be stored. */
export type InvoiceReading =
  | {
      kind: "invoice";
      invoice: ProviderInvoice;
      payer: Payer;
      /** Nothing is missing that money is read from. What is incomplete replaces only what is older. */
      isComplete: boolean;
    }
  | { kind: "draft"; id: string }
  | { kind: "refused"; id: string; invoice: string; reason: string };

/**
 * An invoice as the columns of `public.invoices` hold it, less what only the portal decides (client, project).
 * Dollars are decimal text, dates YYYY-MM-DD; the schedule is as on the wire, in cents.
 */
export type ProviderInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  description: string;
  amount: string;
  total_paid_amount: string;
  tip_amount: string;
  status: "paid" | "pending" | "overdue" | "cancelled";
  issued_date: string | null;
  issued_date_is_estimate: boolean;
  due_date: string | null;
  paid_date: string | null;
  paid_date_is_estimate: boolean;
  service_date: string | null;
  next_payment_amount: string | null;
  next_payment_due_date: string | null;
  payment_schedule: ScheduleEntryOnWire[];
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

export type MoneyOnWire = { amount: number; currency: string };

export type ScheduleEntryOnWire = {
  uid?: string;
  request_type: string;
  due_date?: string;
  percentage_requested?: string;
  fixed_amount_requested_money?: MoneyOnWire;
  tipping_enabled?: boolean;
  automatic_payment_source?: string;
  computed_amount_money?: MoneyOnWire;
  total_completed_amount_money?: MoneyOnWire;
};

/** Who pays, as far as the provider tells: what a client is recognized by. Most telling first. */
export type Payer = {
  customerId: string | null;
  referenceId: string | null;
  emails: string[];
};

export type ProviderSubscription = {
  id: string;
  planVariationId: string | null;
  payer: Payer;
  state: "active" | "paused" | "cancelled";
  /** The provider's own word. */
  providerStatus: string;
  /** Days, YYYY-MM-DD: the first, the last where an end is known, the last that is paid for. */
  startsOn: string | null;
  endsOn: string | null;
  currentPeriodEnd: string | null;
  /** Decimal dollars a month where another price than the plan's was agreed. */
  billedPrice: string | null;
  newestInvoiceId: string | null;
  /** Rises with each change. */
  version: number;
};

/** An event as it was received and stored. */
export type ProviderEvent = {
  eventId: string;
  merchantId: string | null;
  type: string;
  /** When it happened, by the provider's clock. */
  createdAt: Date | null;
  data: { id: string | null; object: unknown };
};

/** What an event knows of an invoice that the invoice itself does not tell. */
export type InvoiceMoments = { publishedAt?: Date; paidAt?: Date; chargeFailedAt?: Date };

export type EventMeaning =
  | { kind: "invoice-changed"; id: string; moments: InvoiceMoments }
  | { kind: "subscription-changed"; id: string }
  | { kind: "customer-changed"; id: string }
  | { kind: "customers-merged"; from: string[]; to: string }
  | { kind: "authorization-revoked"; at: Date | null }
  | { kind: "nothing"; why: string };
