import { recordAuditEntry } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { getActiveConnection, saveConnection } from "#server/payments/connection/connection-store.ts";
import {
  issueState,
  issueTicket,
  redeemState,
  redeemTicket,
} from "#server/payments/connection/oauth-secrets.ts";
import {
  hasProvider,
  type PaymentContext,
  type ProviderContext,
  requireProvider,
} from "#server/payments/payment-context.ts";
import type { OutageHandler, ProviderMerchant, TokenGrant } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { repeatDuringOutage } from "#server/payments/repeat-during-outage.ts";
import { createOutagePause } from "#server/payments/sync/outage-pause.ts";
import { queueSync } from "#server/payments/sync/start-sync.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/** Amounts are stored without a currency, in dollars. */
const SUPPORTED_CURRENCY = "USD";

/** Why connecting failed. This value appears in the redirect URL, so it never contains text from the provider. */
type ConnectError =
  | "access_denied"
  | "another_merchant_connected"
  | "another_merchant_has_open_invoices"
  | "invalid_state"
  | "missing_code"
  | "not_authorized"
  | "not_configured"
  | "scope_missing"
  | "state_expired"
  | "token_exchange_failed"
  | "unknown_error"
  | "unsupported_currency";

/**
 * Creates a one-time ticket that lets an administrator's browser start the authorization with a page navigation.
 * @throws {ApiError} 409 when SQUARE_MODE is off
 */
export async function issueAuthorizationTicket(context: PaymentContext, adminId: string): Promise<string> {
  requireProvider(context);
  return context.database.bypassPolicies({ reason: "issue a ticket" }, (query) =>
    issueTicket(query, adminId, context.now()),
  );
}

/** Redeems a ticket for the provider's authorization URL and the secret that binds the flow to this browser. */
export async function startAuthorization(
  context: PaymentContext,
  ticket: string | undefined,
): Promise<{ ok: true; authorizeUrl: string; browserSecret: string } | { ok: false; reason: ConnectError }> {
  if (!hasProvider(context)) {
    return { ok: false, reason: "not_configured" };
  }
  return context.database.bypassPolicies({ reason: "start connecting the provider" }, async (query) => {
    const adminId = ticket ? await redeemTicket(query, ticket, context.now()) : null;
    if (!adminId) {
      return { ok: false, reason: "not_authorized" };
    }
    const { state, browserSecret } = await issueState(query, adminId, context.now());
    const { scopes, writeScopes } = context.provider;
    // Request the scopes for writing only while an administrator allows it.
    const { isEnabled } = await readWritingSettings(query, context);
    const requested = isEnabled ? [...scopes, ...writeScopes] : scopes;
    return { ok: true, authorizeUrl: context.provider.authorizeUrl(state, requested), browserSecret };
  });
}

/** Parameters of the provider's redirect, and the secret from the browser's cookie. */
type AuthorizationCallback = {
  state: string | undefined;
  browserSecret: string | undefined;
  code: string | undefined;
  error: string | undefined;
};

/** Completes the authorization. Redeems the state before calling the provider, so that the state works only once. */
export async function completeAuthorization(
  context: PaymentContext,
  callback: AuthorizationCallback,
): Promise<{ ok: true } | { ok: false; reason: ConnectError }> {
  if (!hasProvider(context)) {
    return { ok: false, reason: "not_configured" };
  }
  const redemption = await context.database.bypassPolicies(
    { reason: "redeem an authorization state" },
    (query) => redeemState(query, callback, context.now()),
  );
  if (!redemption.ok) {
    return redemption;
  }
  if (callback.error) {
    return { ok: false, reason: callback.error === "access_denied" ? "access_denied" : "unknown_error" };
  }
  if (!callback.code) {
    return { ok: false, reason: "missing_code" };
  }
  const failureReason = await connectMerchant(context, callback.code, redemption.adminId);
  return failureReason ? { ok: false, reason: failureReason } : { ok: true };
}

async function connectMerchant(
  context: ProviderContext,
  code: string,
  adminId: string,
): Promise<ConnectError | null> {
  let grant: TokenGrant;
  try {
    grant = await context.provider.exchangeCode(code);
  } catch (error) {
    return toExchangeFailure(context, error);
  }
  let problem: ConnectError | null;
  try {
    problem = await saveGrant(context, grant, adminId);
  } catch (error) {
    await revokeGrant(context, grant);
    return toExchangeFailure(context, error);
  }
  if (problem) {
    context.log.warn({ merchant: grant.merchantId, problem }, "grant rejected");
    await revokeGrant(context, grant);
    return problem;
  }
  context.log.info({ merchant: grant.merchantId }, "provider connected");
  return null;
}

/** @throws {unknown} every error except a ProviderError */
function toExchangeFailure(context: ProviderContext, error: unknown): ConnectError {
  if (!(error instanceof ProviderError)) {
    throw error;
  }
  context.log.warn({ err: error }, "failed to exchange the authorization code");
  return "token_exchange_failed";
}

/**
 * Checks a grant, stores it as the connection and queues the first sync.
 * @returns the reason why the grant was not stored, or null if it was
 * @throws {ProviderError} if the provider rejects the grant's token, or the token belongs to another merchant
 */
async function saveGrant(
  context: ProviderContext,
  grant: TokenGrant,
  adminId: string,
): Promise<ConnectError | null> {
  const outageHandler = createConnectPause(context);
  const { merchantId, scopes } = await repeatDuringOutage(outageHandler, () =>
    context.provider.inspectToken(grant.accessToken),
  );
  if (merchantId !== grant.merchantId) {
    throw new ProviderError("another-merchant");
  }
  const missingScopes = context.provider.scopes.filter((scope) => !scopes.includes(scope));
  if (missingScopes.length > 0) {
    context.log.warn({ missing: missingScopes }, "merchant did not grant every scope");
    return "scope_missing";
  }
  const merchant = await getMerchant(context, grant, outageHandler);
  if (merchant.currency !== SUPPORTED_CURRENCY) {
    context.log.warn({ currency: merchant.currency }, "merchant has an unsupported currency");
    return "unsupported_currency";
  }
  return context.database.bypassPolicies(
    { reason: "connect the provider", actor: adminId },
    async (query): Promise<ConnectError | null> => {
      const activeConnection = await getActiveConnection(query, "for update");
      if (activeConnection && activeConnection.merchant_id !== grant.merchantId) {
        return "another_merchant_connected";
      }
      if (await hasOpenInvoicesOfAnotherMerchant(query, grant.merchantId)) {
        return "another_merchant_has_open_invoices";
      }
      const id = await saveConnection(query, context.tokenCipher, {
        ...grant,
        merchantName: merchant.name,
        scopes,
        adminId,
        at: context.now(),
      });
      if (id === null) {
        return "another_merchant_connected";
      }
      await recordAuditEntry(query, {
        actor: adminId,
        action: "connect",
        table: "provider_connections",
        rowId: id,
        after: { merchant_id: grant.merchantId, merchant_name: merchant.name, scopes },
      });
      await queueSync(context, query, "connect", adminId);
      return null;
    },
  );
}

/** Repeats rejected requests, but none that timed out, because the administrator's browser waits. */
function createConnectPause({ connectPauseLimits: limits, now }: ProviderContext): OutageHandler {
  const pause = createOutagePause({ limits, now, stopSignal: undefined, onChange: () => {} });
  return {
    async wait(error) {
      if (error.kind === "timeout") {
        throw error;
      }
      await pause.wait(error);
    },
    end: () => pause.end(),
  };
}

function getMerchant(
  context: ProviderContext,
  grant: TokenGrant,
  outageHandler: OutageHandler,
): Promise<ProviderMerchant> {
  const account = context.provider.openAccount({
    merchantId: grant.merchantId,
    getToken: async () => grant.accessToken,
    renewToken: async () => grant.accessToken,
    outageHandler,
  });
  return account.getMerchant();
}

/**
 * Revokes a rejected grant. Revokes only its access token, because the merchant may be connected through another grant.
 */
async function revokeGrant(context: ProviderContext, grant: TokenGrant): Promise<void> {
  await context.provider
    .revokeToken(grant.accessToken, "token")
    .catch((error: unknown) => context.log.warn({ err: error }, "failed to revoke a rejected grant"));
}

/**
 * Whether there are open invoices from another merchant that no administrator has released. Balances would include
 * invoices from both accounts, but only one account would be synced. Closed invoices do not affect balances.
 */
async function hasOpenInvoicesOfAnotherMerchant(query: Query, merchantId: string): Promise<boolean> {
  const [row] = await query(
    `select exists (
       select from public.invoices as invoice
        where invoice.square_merchant_id <> $1 and invoice.status in ('pending', 'overdue')
          and not exists (select from private.provider_connections as former
                           where former.merchant_id = invoice.square_merchant_id
                             and former.released_at is not null)) as has_open`,
    [merchantId],
  );
  return row?.has_open ?? false;
}
