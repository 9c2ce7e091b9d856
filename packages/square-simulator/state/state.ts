import type { Invoice } from "../wire/invoice.ts";
import type { Order } from "../wire/order.ts";
import type { Payment, PaymentRefund } from "../wire/payment.ts";
import type { Customer, Location, Merchant } from "../wire/seller.ts";
import type { CatalogObject, PaymentLink, Subscription } from "../wire/subscription.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";

/** Raised when an older state file can no longer be read. */
export const STATE_FORMAT = 1;

export type AuthorizationCode = {
  code: string;
  clientId: string;
  redirectUri: string | null;
  scopes: string[];
  codeChallenge: string | null;
  expiresAt: string;
  used: boolean;
};

export type AccessToken = {
  accessToken: string;
  refreshToken: string;
  clientId: string;
  scopes: string[];
  expiresAt: string;
  shortLived: boolean;
  /** PKCE refresh tokens work once and end after 90 days. */
  pkce: boolean;
  refreshTokenExpiresAt: string | null;
  refreshTokenUsed: boolean;
  revoked: boolean;
  /** With the refresh token the seller's whole permission ends. */
  refreshRevoked: boolean;
};

/** One thing that happened, in the exact bytes every listener receives. */
export type JournalEntry = {
  sequence: number;
  eventId: string;
  type: string;
  createdAt: string;
  body: string;
};

type DeliveryAttempt = { at: string; status: number | null; reason: string | null };

export type Delivery = {
  id: string;
  eventId: string;
  eventType: string;
  webhookSubscriptionId: string;
  body: string;
  status: "pending" | "held" | "delivered" | "failed";
  /** When it is due next, while pending. */
  nextAttemptAt: string;
  attempts: DeliveryAttempt[];
};

/** Everything the pretended Square remembers; plain JSON, so that it can be kept in a file. */
export type State = {
  format: number;
  randomState: number;
  sequence: number;
  clockOffsetMs: number;
  /** The address all links begin with. */
  base: string;
  merchant: Merchant;
  locations: Record<string, Location>;
  customers: Record<string, Customer>;
  /** A merged customer's old id to the id that lives on. */
  mergedCustomers: Record<string, string>;
  orders: Record<string, Order>;
  invoices: Record<string, Invoice>;
  /** The last number given in each location. */
  invoiceNumbers: Record<string, number>;
  /** The token of the payment page to the invoice's id. */
  payTokens: Record<string, string>;
  payments: Record<string, Payment>;
  /** When a pending bank transfer arrives, by payment id. */
  bankSettlements: Record<string, string>;
  refunds: Record<string, PaymentRefund>;
  subscriptions: Record<string, Subscription>;
  catalog: Record<string, CatalogObject>;
  paymentLinks: Record<string, PaymentLink>;
  webhookSubscriptions: Record<string, WebhookSubscription>;
  codes: Record<string, AuthorizationCode>;
  tokens: Record<string, AccessToken>;
  idempotency: Record<string, { request: string; answer: string }>;
  journal: JournalEntry[];
  deliveries: Record<string, Delivery>;
};

/** The same state, whose records hold nothing inherited: an id from an address such as "constructor" finds nothing. */
export function lookedUpSafely(state: State): State {
  for (const record of Object.values(state)) {
    if (typeof record === "object" && !Array.isArray(record)) Object.setPrototypeOf(record, null);
  }
  return state;
}

export function emptyState(merchant: Merchant, randomSeed: number, base: string): State {
  return {
    format: STATE_FORMAT,
    randomState: randomSeed,
    sequence: 0,
    clockOffsetMs: 0,
    base,
    merchant,
    locations: {},
    customers: {},
    mergedCustomers: {},
    orders: {},
    invoices: {},
    invoiceNumbers: {},
    payTokens: {},
    payments: {},
    bankSettlements: {},
    refunds: {},
    subscriptions: {},
    catalog: {},
    paymentLinks: {},
    webhookSubscriptions: {},
    codes: {},
    tokens: {},
    idempotency: {},
    journal: [],
    deliveries: {},
  };
}
