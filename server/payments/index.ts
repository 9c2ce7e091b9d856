import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import { ApiError } from "#server/errors.ts";
import { renewOldToken } from "#server/payments/account-access.ts";
import { checkAccess } from "#server/payments/check-access.ts";
import {
  beginConnecting,
  type ConnectingProblem,
  type Disconnected,
  disconnect,
  finishConnecting,
  type ProviderReturn,
} from "#server/payments/connecting.ts";
import { liveConnection } from "#server/payments/connection.ts";
import {
  type ConnectionStatus,
  connectionStatus,
  NOT_CONNECTED,
} from "#server/payments/connection-status.ts";
import { type EventFilter, type ListedEvent, listEvents, replayEvent } from "#server/payments/event-list.ts";
import { issueTicket } from "#server/payments/one-time-secrets.ts";
import { letGoOf, type SquareOverview, squareOverview } from "#server/payments/overview.ts";
import type { PaymentParts, PaymentServices } from "#server/payments/parts.ts";
import { processWebhookEvent } from "#server/payments/process-webhook-event.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import { receiveWebhook } from "#server/payments/receive-webhook.ts";
import { recomputeOverdue } from "#server/payments/recompute-overdue.ts";
import { reconcile } from "#server/payments/reconcile.ts";
import { createTokenSeal } from "#server/payments/sealed-tokens.ts";
import { paymentAddressCheck } from "#server/payments/square/payment-address.ts";
import { squareProvider } from "#server/payments/square/square-provider.ts";
import { awaitSync, startSync, syncRun } from "#server/payments/start-sync.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
import { type SyncSummary, syncList } from "#server/payments/sync/sync-list.ts";
import type { SyncCause, SyncRun } from "#server/payments/sync/sync-runs.ts";

/** Everything endpoints and jobs ask of the payment provider. */
export type Payments = {
  /** Never throws for want of a connection: that is an answer. */
  status(): Promise<ConnectionStatus>;
  /** A one-time ticket, good for a minute, that lets the administrator's next page navigation begin connecting. */
  issueTicket(adminId: string): Promise<string>;
  beginConnecting(
    ticket: string | undefined,
  ): Promise<
    { ok: true; authorizeUrl: string; browserSecret: string } | { ok: false; reason: ConnectingProblem }
  >;
  finishConnecting(
    returned: ProviderReturn,
  ): Promise<{ ok: true } | { ok: false; reason: ConnectingProblem }>;
  disconnect(adminId: string): Promise<Disconnected>;
  /** Queues a synchronization. @returns its id. @throws Refusal 409 */
  startSync(cause: SyncCause, adminId: string | null): Promise<string>;
  /** How a synchronization stands; null for an unknown one. */
  syncRun(runId: string): Promise<SyncRun | null>;
  /** The same once it has ended, or after so many milliseconds. */
  awaitSync(runId: string, longestMs: number): Promise<SyncRun | null>;
  /** Runs, the newest first; a page holds 25. */
  listSyncs(page: number): Promise<{ runs: SyncSummary[]; total: number }>;
  overview(): Promise<SquareOverview>;
  /** @returns false for a merchant that is connected or unknown. */
  letGoOf(merchantId: string, adminId: string): Promise<boolean>;
  listEvents(show: EventFilter, page: number): Promise<{ events: ListedEvent[]; total: number }>;
  /** @returns false for an unknown event. */
  replayEvent(eventId: string, adminId: string): Promise<boolean>;
  /** The raw bytes and the signature header of a notification. */
  receiveWebhook(
    body: Uint8Array,
    signature: string | undefined,
  ): Promise<"stored" | "repeated" | "refused" | "unreadable">;
  /** Whose the stored token is and which permissions it lacks, asked of the provider; null while not connected. */
  checkAccess(): Promise<{ merchantId: string; missing: string[] } | null>;
  /** Loads the provider's library if there is a connection, so that the first webhook need not wait for it. */
  warmUp(): Promise<void>;
  /** The work of the jobs. */
  runSync(runId: string, stopping?: AbortSignal): Promise<void>;
  processWebhookEvent(eventId: string): Promise<void>;
  recomputeOverdue(): Promise<void>;
  renewOldToken(): Promise<void>;
  reconcile(): Promise<void>;
};

/** Runs and events on one page of their lists. */
export const A_PAGE = 25;

/** What a test, or the simulator in this process, puts in the place of the network. */
export type PaymentOptions = {
  fetch?: typeof fetch | undefined;
  maxRetries?: number;
  timeoutInSeconds?: number;
};

export function createPayments(services: PaymentServices, options: PaymentOptions = {}): Payments {
  const provider = PROVIDERS[services.config.square.mode](services, options);
  if (!provider) return withoutProvider(services);
  const { config, database, jobs, log, now, keys } = services;
  const seal = createTokenSeal(keys.encryptionKey, keys.previousEncryptionKey);
  const alarm = { recipient: config.mail.contactTo ?? brand.contactEmail, publicUrl: config.publicUrl };
  const parts: PaymentParts = { database, jobs, log, now, provider, seal, alarm };
  return {
    status: () => connectionStatus(parts),
    issueTicket: (adminId) =>
      database.bypassingPolicies({ reason: "issue a ticket" }, (query) => issueTicket(query, adminId, now())),
    beginConnecting: (ticket) => beginConnecting(parts, ticket),
    finishConnecting: (returned) => finishConnecting(parts, returned),
    disconnect: (adminId) => disconnect(parts, adminId),
    startSync: (cause, adminId) => startSync(parts, cause, adminId),
    syncRun: (runId) => syncRun(parts, runId),
    awaitSync: (runId, longestMs) => awaitSync(parts, runId, longestMs),
    listSyncs: (page) =>
      database.bypassingPolicies({ reason: "show the syncs" }, (query) =>
        syncList(query, { page, size: A_PAGE }),
      ),
    overview: () => squareOverview(parts),
    letGoOf: (merchantId, adminId) => letGoOf(parts, merchantId, adminId),
    listEvents: (show, page) => listEvents(parts, { show, page, size: A_PAGE }),
    replayEvent: (eventId, adminId) => replayEvent(parts, eventId, adminId),
    receiveWebhook: (body, signature) => receiveWebhook(parts, body, signature),
    checkAccess: () => checkAccess(parts),
    async warmUp() {
      const connection = await database.bypassingPolicies({ reason: "look at the connection" }, (query) =>
        liveConnection(query),
      );
      if (connection) await provider.warmUp();
    },
    runSync: (runId, stopping) => runSync(parts, runId, stopping),
    processWebhookEvent: (eventId) => processWebhookEvent(parts, eventId),
    recomputeOverdue: () => recomputeOverdue(parts),
    renewOldToken: () => renewOldToken(parts),
    reconcile: () => reconcile(parts),
  };
}

type Mode = Config["square"]["mode"];
type MakeProvider = (services: PaymentServices, options: PaymentOptions) => PaymentProvider | null;

/** Every mode has its provider; the compiler refuses a mode without. */
const PROVIDERS = {
  off: () => null,
  simulator: (services, options) =>
    square(services, options, "simulator", `${services.config.publicUrl}/square-simulator`),
  sandbox: (services, options) => square(services, options, "sandbox", "https://connect.squareupsandbox.com"),
  production: (services, options) => square(services, options, "production", "https://connect.squareup.com"),
} satisfies Record<Mode, MakeProvider>;

function square(
  services: PaymentServices,
  options: PaymentOptions,
  mode: Exclude<Mode, "off">,
  host: string,
): PaymentProvider {
  const { config, keys, log, now } = services;
  const signatureKeys = [keys.squareWebhookSignatureKey, config.square.webhookSignatureKeyPrevious];
  return squareProvider({
    network: { baseUrl: config.square.baseUrl ?? host, ...options },
    checkAddress: paymentAddressCheck(mode, config.publicUrl),
    now,
    log,
    applicationId: keys.squareApplicationId,
    applicationSecret: keys.squareApplicationSecret,
    redirectUrl: `${config.publicUrl}/api/oauth/square`,
    forcesSignIn: mode === "production",
    webhook: { url: config.square.webhookUrl, keys: signatureKeys.filter((key) => key !== undefined) },
  });
}

/** SQUARE_MODE=off: nothing is connected, and nothing can be. */
function withoutProvider({ database, now }: PaymentServices): Payments {
  const notConfigured = async (): Promise<never> => {
    throw new ApiError(409, "not_configured", "Square is not configured.");
  };
  const nothing = async () => {};
  return {
    status: async () => NOT_CONNECTED,
    issueTicket: notConfigured,
    beginConnecting: async () => ({ ok: false, reason: "not_configured" }),
    finishConnecting: async () => ({ ok: false, reason: "not_configured" }),
    disconnect: async () => ({ disconnected: false, toldProvider: false }),
    startSync: notConfigured,
    syncRun: async () => null,
    awaitSync: async () => null,
    listSyncs: async () => ({ runs: [], total: 0 }),
    overview: async () => ({
      connection: null,
      former: [],
      running: null,
      comparison: null,
      failingEvents: 0,
    }),
    letGoOf: async () => false,
    listEvents: async () => ({ events: [], total: 0 }),
    replayEvent: async () => false,
    receiveWebhook: async () => "refused",
    checkAccess: async () => null,
    warmUp: nothing,
    runSync: nothing,
    processWebhookEvent: nothing,
    recomputeOverdue: () => recomputeOverdue({ database, now }),
    renewOldToken: nothing,
    reconcile: nothing,
  };
}
