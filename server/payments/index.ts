import type { Config } from "#server/config.ts";
import { Refusal } from "#server/errors.ts";
import { renewOldToken } from "#server/payments/account-access.ts";
import { checkAccess } from "#server/payments/check-access.ts";
import {
  beginConnecting,
  type ConnectingProblem,
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
import { issueTicket } from "#server/payments/one-time-secrets.ts";
import type { PaymentParts, PaymentServices } from "#server/payments/parts.ts";
import { processWebhookEvent } from "#server/payments/process-webhook-event.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import { receiveWebhook } from "#server/payments/receive-webhook.ts";
import { recomputeOverdue } from "#server/payments/recompute-overdue.ts";
import { createTokenSeal } from "#server/payments/sealed-tokens.ts";
import { paymentAddressCheck } from "#server/payments/square/payment-address.ts";
import { squareProvider } from "#server/payments/square/square-provider.ts";
import { awaitSync, startSync, syncRun } from "#server/payments/start-sync.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
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
  /** @returns false when nothing was connected. */
  disconnect(adminId: string): Promise<boolean>;
  /** Queues a synchronization. @returns its id. @throws Refusal 409 */
  startSync(cause: SyncCause, adminId: string | null): Promise<string>;
  /** How a synchronization stands; null for an unknown one. */
  syncRun(runId: string): Promise<SyncRun | null>;
  /** The same once it has ended, or after so many milliseconds. */
  awaitSync(runId: string, longestMs: number): Promise<SyncRun | null>;
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
  runSync(runId: string): Promise<void>;
  processWebhookEvent(eventId: string): Promise<void>;
  recomputeOverdue(): Promise<void>;
  renewOldToken(): Promise<void>;
};

/** What a test, or the simulator in this process, puts in the place of the network. */
export type PaymentOptions = {
  fetch?: typeof fetch | undefined;
  maxRetries?: number;
  timeoutInSeconds?: number;
};

export function createPayments(services: PaymentServices, options: PaymentOptions = {}): Payments {
  const provider = PROVIDERS[services.config.square.mode](services, options);
  if (!provider) return withoutProvider(services);
  const { database, jobs, log, now, keys } = services;
  const seal = createTokenSeal(keys.encryptionKey, keys.previousEncryptionKey);
  const parts: PaymentParts = { database, jobs, log, now, provider, seal };
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
    receiveWebhook: (body, signature) => receiveWebhook(parts, body, signature),
    checkAccess: () => checkAccess(parts),
    async warmUp() {
      const connection = await database.bypassingPolicies({ reason: "look at the connection" }, (query) =>
        liveConnection(query),
      );
      if (connection) await provider.warmUp();
    },
    runSync: (runId) => runSync(parts, runId),
    processWebhookEvent: (eventId) => processWebhookEvent(parts, eventId),
    recomputeOverdue: () => recomputeOverdue(parts),
    renewOldToken: () => renewOldToken(parts),
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
    throw new Refusal(409, "not_configured", "Square is not configured.");
  };
  const nothing = async () => {};
  return {
    status: async () => NOT_CONNECTED,
    issueTicket: notConfigured,
    beginConnecting: async () => ({ ok: false, reason: "not_configured" }),
    finishConnecting: async () => ({ ok: false, reason: "not_configured" }),
    disconnect: async () => false,
    startSync: notConfigured,
    syncRun: async () => null,
    awaitSync: async () => null,
    receiveWebhook: async () => "refused",
    checkAccess: async () => null,
    warmUp: nothing,
    runSync: nothing,
    processWebhookEvent: nothing,
    recomputeOverdue: () => recomputeOverdue({ database, now }),
    renewOldToken: nothing,
  };
}
