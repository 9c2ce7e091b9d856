import type { Invoice } from "../wire/invoice.ts";
import type { Order } from "../wire/order.ts";
import type { Payment, PaymentRefund } from "../wire/payment.ts";
import type { Customer, Location, Merchant } from "../wire/seller.ts";
import type { CatalogObject, PaymentLink, Subscription } from "../wire/subscription.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";

/** Increment this when a change makes older state files unreadable. */
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
  /** PKCE refresh tokens are single-use and expire after 90 days. */
  pkce: boolean;
  refreshTokenExpiresAt: string | null;
  refreshTokenUsed: boolean;
  revoked: boolean;
  /** Revoking the refresh token ends the seller's authorization. */
  refreshRevoked: boolean;
};

/** A logged event, with the exact body sent to webhook subscribers. */
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
  /** Due time of the next attempt while pending. */
  nextAttemptAt: string;
  attempts: DeliveryAttempt[];
};

/** The complete state of the simulator. Plain JSON, so that it can be stored in a file. */
export type State = {
  format: number;
  randomState: number;
  sequence: number;
  clockOffsetMs: number;
  /** Base URL of all stored links. */
  base: string;
  merchant: Merchant;
  locations: Record<string, Location>;
  customers: Record<string, Customer>;
  /** Maps the id of a merged customer to the id of the remaining one. */
  mergedCustomers: Record<string, string>;
  orders: Record<string, Order>;
  invoices: Record<string, Invoice>;
  /** Last invoice number used per location. */
  invoiceNumbers: Record<string, number>;
  /** Maps a payment page token to its invoice id. */
  payTokens: Record<string, string>;
  payments: Record<string, Payment>;
  /** Arrival time of pending bank transfers by payment id. */
  bankSettlements: Record<string, string>;
  refunds: Record<string, PaymentRefund>;
  subscriptions: Record<string, Subscription>;
  catalog: Record<string, CatalogObject>;
  paymentLinks: Record<string, PaymentLink>;
  webhookSubscriptions: Record<string, WebhookSubscription>;
  codes: Record<string, AuthorizationCode>;
  tokens: Record<string, AccessToken>;
  idempotency: Record<string, { request: string; response: string }>;
  journal: JournalEntry[];
  deliveries: Record<string, Delivery>;
};

/** Removes the prototypes of the records, so that a lookup of an id such as "constructor" returns undefined. */
export function removePrototypes(state: State): State {
  for (const record of Object.values(state)) {
    if (typeof record === "object" && !Array.isArray(record)) {
      Object.setPrototypeOf(record, null);
    }
  }
  return state;
}

export function createEmptyState(merchant: Merchant, randomSeed: number, base: string): State {
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
