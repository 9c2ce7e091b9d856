import { recordAct } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import { endConnection, liveConnection, openToken, storeConnection } from "#server/payments/connection.ts";
import { issueState, redeemState, redeemTicket } from "#server/payments/one-time-secrets.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import type { TokenGrant } from "#server/payments/provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** Why no connection was made: words of the address the browser is sent to, never the provider's own text. */
export type ConnectingProblem =
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

/** Starts the authorization for whoever holds a ticket: where to go, and the secret the browser must bring back. */
export async function beginConnecting(
  parts: PaymentParts,
  ticket: string | undefined,
): Promise<
  { ok: true; authorizeUrl: string; browserSecret: string } | { ok: false; reason: ConnectingProblem }
> {
  return parts.database.bypassingPolicies({ reason: "begin connecting the provider" }, async (query) => {
    const adminId = ticket ? await redeemTicket(query, ticket, parts.now()) : null;
    if (!adminId) return { ok: false, reason: "not_authorized" };
    const { state, browserSecret } = await issueState(query, adminId, parts.now());
    return { ok: true, authorizeUrl: parts.provider.authorizeUrl(state), browserSecret };
  });
}

/** What the browser brings back from the provider. */
export type ProviderReturn = {
  state: string | undefined;
  browserSecret: string | undefined;
  code: string | undefined;
  error: string | undefined;
};

/** Ends the authorization. The state is used up before anything else, and before the provider is called. */
export async function finishConnecting(
  parts: PaymentParts,
  returned: ProviderReturn,
): Promise<{ ok: true } | { ok: false; reason: ConnectingProblem }> {
  const state = await parts.database.bypassingPolicies({ reason: "use up an authorization state" }, (query) =>
    redeemState(query, returned, parts.now()),
  );
  if (!state.ok) return state;
  if (returned.error)
    return { ok: false, reason: returned.error === "access_denied" ? "access_denied" : "unknown_error" };
  if (!returned.code) return { ok: false, reason: "missing_code" };
  const problem = await connect(parts, returned.code, state.adminId);
  return problem ? { ok: false, reason: problem } : { ok: true };
}

async function connect(
  parts: PaymentParts,
  code: string,
  adminId: string,
): Promise<ConnectingProblem | null> {
  let grant: TokenGrant;
  let scopes: string[];
  try {
    grant = await parts.provider.exchangeCode(code);
    const inspected = await parts.provider.inspectToken(grant.accessToken);
    if (inspected.merchantId !== grant.merchantId) throw new ProviderError("another-merchant");
    scopes = inspected.scopes;
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    parts.log.warn({ err: cause }, "authorization code not exchanged");
    return "token_exchange_failed";
  }
  const missing = parts.provider.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    parts.log.warn({ missing }, "seller did not grant every permission");
    await giveBack(parts, grant);
    return "scope_missing";
  }
  const merchantName = await merchantNameOf(parts, grant);
  const problem = await parts.database.bypassingPolicies(
    { reason: "connect the provider", actor: adminId },
    async (query): Promise<ConnectingProblem | null> => {
      const live = await liveConnection(query, "change");
      if (live && live.merchant_id !== grant.merchantId) return "another_merchant_connected";
      if (await hasOpenInvoicesOfAnother(query, grant.merchantId))
        return "another_merchant_has_open_invoices";
      const id = await storeConnection(query, parts.seal, {
        ...grant,
        merchantName,
        scopes,
        adminId,
        at: parts.now(),
      });
      if (id === null) return "another_merchant_connected";
      await recordAct(query, {
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
    parts.log.warn({ merchant: grant.merchantId, problem }, "another merchant is not mixed in");
    await giveBack(parts, grant);
    return problem;
  }
  parts.log.info({ merchant: grant.merchantId }, "provider connected");
  return null;
}

/** A name is a courtesy: the connection is good without one. */
async function merchantNameOf(parts: PaymentParts, grant: TokenGrant): Promise<string> {
  const account = parts.provider.openAccount({
    merchantId: grant.merchantId,
    token: async () => grant.accessToken,
    renew: async () => grant.accessToken,
  });
  return account.merchantName().catch((cause: unknown) => {
    parts.log.warn({ err: cause }, "name of the merchant not read");
    return "";
  });
}

/** A grant that is not kept should not live on; this token alone, for the merchant may be connected with another. */
async function giveBack(parts: PaymentParts, grant: TokenGrant): Promise<void> {
  await parts.provider
    .revokeToken(grant.accessToken, "this-token")
    .catch((cause: unknown) => parts.log.warn({ err: cause }, "refused grant not revoked"));
}

/**
 * Whether clients owe on invoices of another merchant, whom no administrator has let go. Both accounts' invoices would
 * count in every balance, and only one of them be kept true; those that are settled are history and disturb nobody.
 */
async function hasOpenInvoicesOfAnother(query: Query, merchantId: string): Promise<boolean> {
  const [left] = await query<{ owed: boolean }>(
    `select exists (
       select from public.invoices as invoice
        where invoice.square_merchant_id <> $1 and invoice.status in ('pending', 'overdue')
          and not exists (select from private.provider_connections as former
                           where former.merchant_id = invoice.square_merchant_id
                             and former.let_go_at is not null)) as owed`,
    [merchantId],
  );
  return left?.owed ?? false;
}

/** What became of disconnecting: whether there was a connection, and whether the provider has heard of its end. */
export type Disconnected = { disconnected: boolean; toldProvider: boolean };

/** Ends the connection at the provider and here. Here it ends even when the provider cannot be told. */
export async function disconnect(parts: PaymentParts, adminId: string): Promise<Disconnected> {
  return parts.database.bypassingPolicies(
    { reason: "disconnect the provider", actor: adminId },
    async (query) => {
      const connection = await liveConnection(query, "change");
      if (!connection) return { disconnected: false, toldProvider: false };
      let toldProvider = true;
      try {
        await parts.provider.revokeToken(
          openToken(parts.seal, connection, "access_token_sealed"),
          "whole-permission",
        );
      } catch (cause) {
        if (!(cause instanceof ProviderError)) throw cause;
        toldProvider = false;
        parts.log.warn(
          { err: cause, merchant: connection.merchant_id },
          "provider not told of the disconnection",
        );
      }
      await endConnection(query, connection.id, parts.now(), null);
      await recordAct(query, {
        actor: adminId,
        action: "disconnect",
        table: "provider_connections",
        rowId: connection.id,
        after: { merchant_id: connection.merchant_id, told_provider: toldProvider },
      });
      return { disconnected: true, toldProvider };
    },
  );
}
