/** Switches for behavior that Square does not document or implements in more than one way. */
export type Behavior = {
  /** Whether an empty list is `{}` or `{"invoices":[]}`. */
  emptyLists: "absent" | "array";
  /** Whether errors of `/oauth2/token` are `{message, type}` or `{errors: […]}`. */
  tokenErrors: "flat" | "list";
  orderUpdatedEvents: boolean;
  bankTransferDays: number;
  /** Whether cards on file are declined, so that automatic charges fail. */
  cardsDeclined: boolean;
  /** Whether the seller has Invoices Plus, which installments and custom fields require. */
  invoicesPlus: boolean;
  /** How long it takes until a new customer can be found by a search. Square documents up to a minute. */
  customerSearchDelayMs: number;
  /** Whether an invoice is REFUNDED when its amount is refunded, or only when its tips are refunded too. */
  refundedStatus: "amount" | "amount-and-tips";
};

export const DEFAULT_BEHAVIOR: Behavior = {
  emptyLists: "absent",
  tokenErrors: "flat",
  orderUpdatedEvents: false,
  bankTransferDays: 2,
  cardsDeclined: false,
  invoicesPlus: true,
  customerSearchDelayMs: 0,
  refundedStatus: "amount",
};

/** A seeded customer that matches a client of the host application. */
export type DemoCustomer = {
  givenName: string;
  familyName: string;
  companyName: string;
  email: string;
  referenceId?: string | undefined;
  /** The generated invoices of the customer are younger. By default, the customer is older than all invoices. */
  createdDaysAgo?: number | undefined;
};

export type SeedOptions = {
  merchantName?: string;
  /** Currency of the merchant and its locations. USD by default. Seeded invoices are always in USD. */
  currency?: string;
  /** Total number of invoices. Scenario invoices are always created, even if there are more of them. */
  invoiceCount?: number;
  randomSeed?: number;
  /** Monthly plans, cheapest first. */
  plans?: { name: string; monthlyCents: number }[];
  /**
   * The URL to which checkout redirects a buyer after subscribing. `{plan_variation_id}` is replaced with the id of the
   * plan variation.
   */
  checkoutRedirectUrl?: string;
};

export type SimulatorLog = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** A `fetch`-compatible function that delivers webhooks. */
export type DeliverWebhook = (url: string, init: RequestInit) => Promise<Response>;

export type SimulatorOptions = {
  /** Scheme, host and port under which browsers reach the host application, such as http://localhost:3000. */
  origin: string;
  applicationId: string;
  applicationSecret: string;
  applicationName?: string;
  /** Registered OAuth redirect URLs, matched exactly. */
  redirectUrls?: string[];
  now?: () => Date;
  /** Target of the "Return to portal" button on the payment page. Without it, the page has no button. */
  portalUrl?: string;
  /** Webhook endpoint. Without it, no events are sent. */
  webhook?: { url: string; signatureKey: string };
  /** Enables the `/square-simulator/control/*` endpoints. */
  control?: boolean;
  demoCustomers?: DemoCustomer[];
  /** Initial data when no state is stored. `"empty"` creates only the merchant and its locations. */
  seed?: SeedOptions | "empty";
  /** File that stores the state across restarts. Without it, the state is only in memory. */
  stateFile?: string;
  deliver?: DeliverWebhook;
  deliveryTimeoutMs?: number;
  behavior?: Partial<Behavior>;
  log?: SimulatorLog;
};
