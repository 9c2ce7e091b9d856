/** The switches for what Square does not document, or does both ways. */
export type Behaviour = {
  /** An empty list is `{}` or `{"invoices":[]}`. */
  emptyLists: "absent" | "array";
  /** Errors of `/oauth2/token` are `{message, type}` or `{errors: […]}`. */
  tokenErrors: "flat" | "list";
  orderUpdatedEvents: boolean;
  bankTransferDays: number;
  /** Cards on file are refused, so automatic charges fail. */
  cardsDeclined: boolean;
};

export const DEFAULT_BEHAVIOUR: Behaviour = {
  emptyLists: "absent",
  tokenErrors: "flat",
  orderUpdatedEvents: false,
  bankTransferDays: 2,
  cardsDeclined: false,
};

/** A customer of the seller that the product knows as a client. */
export type DemoCustomer = {
  givenName: string;
  familyName: string;
  companyName: string;
  email: string;
  referenceId?: string | undefined;
};

export type SeedOptions = {
  merchantName?: string;
  /** All invoices together; never fewer than the telling ones. */
  invoiceCount?: number;
  randomSeed?: number;
  /** Monthly plans, cheapest first. */
  plans?: { name: string; monthlyCents: number }[];
  /** Where a buyer goes after subscribing. */
  checkoutRedirectUrl?: string;
};

export type SimulatorLog = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** The part of fetch that delivers webhooks. */
export type Deliver = (url: string, init: RequestInit) => Promise<Response>;

export type SimulatorOptions = {
  /** Scheme, host and port under which browsers reach the product, such as http://localhost:3000. */
  origin: string;
  applicationId: string;
  applicationSecret: string;
  applicationName?: string;
  /** The exact addresses a seller may be sent back to. */
  redirectUrls?: string[];
  now?: () => Date;
  /** Where events go; without it nobody is told. */
  webhook?: { url: string; signatureKey: string };
  /** Opens `/square-simulator/control/*`. */
  control?: boolean;
  demoCustomers?: DemoCustomer[];
  /** What the seller has when there is no state yet; "empty" leaves merchant and locations only. */
  seed?: SeedOptions | "empty";
  /** Keeps the state across restarts. Only in memory when left out. */
  stateFile?: string;
  deliver?: Deliver;
  deliveryTimeoutMs?: number;
  behaviour?: Partial<Behaviour>;
  log?: SimulatorLog;
};
