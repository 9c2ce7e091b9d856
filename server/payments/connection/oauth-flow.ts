import { recordAuditEntry } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import {
  decryptToken,
  endConnection,
  getActiveConnection,
  saveConnection,
} from "#server/payments/connection/connection-store.ts";
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
import type { TokenGrant } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** Why connecting failed. It appears in the URL that the browser is redirected to, so it never contains text of the provider. */
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
  | "unknown_error";

/**
 * Creates a one-time ticket with which an administrator's next page navigation can start the authorization.
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
    return { ok: true, authorizeUrl: context.provider.authorizeUrl(state), browserSecret };
  });
}

/** Values the browser returns with from the provider. */
type AuthorizationCallback = {
  state: string | undefined;
  browserSecret: string | undefined;
  code: string | undefined;
  error: string | undefined;
};

/** Completes the authorization. The state is redeemed first, before the provider is called, so that it works once. */
export async function completeAuthorization(
  context: PaymentContext,
  callback: AuthorizationCallback,
): Promise<{ ok: true } | { ok: false; reason: ConnectError }> {
  if (!hasProvider(context)) {
    return { ok: false, reason: "not_configured" };
  }
  const state = await context.database.bypassPolicies({ reason: "redeem an authorization state" }, (query) =>
    redeemState(query, callback, context.now()),
  );
  if (!state.ok) {
    return state;
  }
  if (callback.error) {
    return { ok: false, reason: callback.error === "access_denied" ? "access_denied" : "unknown_error" };
  }
  if (!callback.code) {
    return { ok: false, reason: "missing_code" };
  }
  const problem = await connect(context, callback.code, state.adminId);
  return problem ? { ok: false, reason: problem } : { ok: true };
}

async function connect(
  context: ProviderContext,
  code: string,
  adminId: string,
): Promise<ConnectError | null> {
  let grant: TokenGrant;
  let scopes: string[];
  try {
    grant = await context.provider.exchangeCode(code);
    const tokenInfo = await context.provider.inspectToken(grant.accessToken);
    if (tokenInfo.merchantId !== grant.merchantId) {
      throw new ProviderError("another-merchant");
    }
    scopes = tokenInfo.scopes;
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    context.log.warn({ err: error }, "failed to exchange the authorization code");
    return "token_exchange_failed";
  }
  const missing = context.provider.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    context.log.warn({ missing }, "seller did not grant every scope");
    await revokeGrant(context, grant);
    return "scope_missing";
  }
  const merchantName = await getMerchantName(context, grant);
  const problem = await context.database.bypassPolicies(
    { reason: "connect the provider", actor: adminId },
    async (query): Promise<ConnectError | null> => {
      const active = await getActiveConnection(query, "for update");
      if (active && active.merchant_id !== grant.merchantId) {
        return "another_merchant_connected";
      }
      if (await hasOpenInvoicesOfAnotherMerchant(query, grant.merchantId)) {
        return "another_merchant_has_open_invoices";
      }
      const id = await saveConnection(query, context.tokenCipher, {
        ...grant,
        merchantName,
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
        after: { merchant_id: grant.merchantId, merchant_name: merchantName, scopes },
      });
      return null;
    },
  );
  if (problem) {
    context.log.warn(
      { merchant: grant.merchantId, problem },
      "connection rejected because of another merchant",
    );
    await revokeGrant(context, grant);
    return problem;
  }
  context.log.info({ merchant: grant.merchantId }, "provider connected");
  return null;
}

/** Returns "" on failure: the connection works without a name. */
async function getMerchantName(context: ProviderContext, grant: TokenGrant): Promise<string> {
  const account = context.provider.openAccount({
    merchantId: grant.merchantId,
    getToken: async () => grant.accessToken,
    renewToken: async () => grant.accessToken,
  });
  return account.getMerchantName().catch((error: unknown) => {
    context.log.warn({ err: error }, "failed to read the merchant's name");
    return "";
  });
}

/** Revokes a grant that is not stored. Revokes only this token, because the merchant may be connected with another. */
async function revokeGrant(context: ProviderContext, grant: TokenGrant): Promise<void> {
  await context.provider
    .revokeToken(grant.accessToken, "token")
    .catch((error: unknown) => context.log.warn({ err: error }, "failed to revoke a rejected grant"));
}

/**
 * Whether clients have open invoices of another merchant that no administrator has released. Balances would include
 * both accounts' invoices, but only one account would be synced. Settled invoices do not affect balances.
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

/** Whether there was a connection, and whether the provider revoked its authorization. */
type DisconnectResult = { disconnected: boolean; revokedAtProvider: boolean };

/** Revokes the authorization at the provider and ends the connection, even when the provider cannot be reached. */
export async function disconnect(context: PaymentContext, adminId: string): Promise<DisconnectResult> {
  if (!hasProvider(context)) {
    return { disconnected: false, revokedAtProvider: false };
  }
  return context.database.bypassPolicies(
    { reason: "disconnect the provider", actor: adminId },
    async (query) => {
      const connection = await getActiveConnection(query, "for update");
      if (!connection) {
        return { disconnected: false, revokedAtProvider: false };
      }
      let revokedAtProvider = true;
      try {
        await context.provider.revokeToken(
          decryptToken(context.tokenCipher, connection, "access_token_encrypted"),
          "authorization",
        );
      } catch (error) {
        if (!(error instanceof ProviderError)) {
          throw error;
        }
        revokedAtProvider = false;
        context.log.warn(
          { err: error, merchant: connection.merchant_id },
          "failed to revoke the authorization at the provider",
        );
      }
      await endConnection(query, connection.id, context.now(), null);
      await recordAuditEntry(query, {
        actor: adminId,
        action: "disconnect",
        table: "provider_connections",
        rowId: connection.id,
        after: { merchant_id: connection.merchant_id, revoked_at_provider: revokedAtProvider },
      });
      return { disconnected: true, revokedAtProvider };
    },
  );
}
