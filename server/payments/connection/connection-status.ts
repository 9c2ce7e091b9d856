import { type Instant, toInstant } from "#domain/dates/instant.ts";
import {
  type Connection,
  decryptToken,
  getActiveConnection,
} from "#server/payments/connection/connection-store.ts";
import { getRenewalWarning } from "#server/payments/connection/token-age.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

const DAY_MS = 86_400_000;

/** Response for `action=status`, with additional details for the dashboard. */
type ConnectionStatus = {
  connected: boolean;
  /** Why the connection is unusable, or why the last one ended. Null if connected or never connected. */
  reason: string | null;
  merchant_id: string | null;
  expires_in_days: number | null;
  merchant_name: string | null;
  last_synced_at: Instant | null;
  last_error: string | null;
};

const NOT_CONNECTED: ConnectionStatus = {
  connected: false,
  reason: null,
  merchant_id: null,
  expires_in_days: null,
  merchant_name: null,
  last_synced_at: null,
  last_error: null,
};

/**
 * Returns the connection status. `connected` means that the stored token has not been revoked, has not expired, can be
 * decrypted, and was not rejected by the provider in the last minute. If the provider cannot be reached, the token is
 * assumed to be valid. An expired token is renewed first.
 */
export async function getConnectionStatus(context: PaymentContext): Promise<ConnectionStatus> {
  if (!context.provider) {
    return NOT_CONNECTED;
  }
  const stored = await readConnection(context);
  if (!stored.connection || getRemainingMs(stored.connection, context) > 0) {
    return toStatus(context, stored);
  }
  await context.renewExpiredToken();
  return toStatus(context, await readConnection(context));
}

type StoredConnection = {
  connection: Connection | null;
  last_synced_at: Instant | null;
  /** Why the last connection ended. */
  lostReason: string | null;
};

function readConnection({ database }: PaymentContext): Promise<StoredConnection> {
  return database.bypassPolicies({ reason: "show the connection" }, async (query) => {
    const [status] = await query(
      "select last_synced_at from public.provider_status where provider = 'square'",
    );
    const [lastConnection] = await query(
      `select last_error from private.provider_connections
        where provider = 'square' order by revoked_at desc limit 1`,
    );
    return {
      connection: await getActiveConnection(query),
      last_synced_at: toInstant(status?.last_synced_at),
      lostReason: lastConnection?.last_error ?? null,
    };
  });
}

async function toStatus(
  context: PaymentContext,
  { connection, last_synced_at, lostReason }: StoredConnection,
): Promise<ConnectionStatus> {
  if (!connection) {
    return { ...NOT_CONNECTED, last_synced_at, reason: lostReason, last_error: lostReason };
  }
  const remainingMs = getRemainingMs(connection, context);
  const renewalWarning = getRenewalWarning(connection, context.now());
  const reason =
    remainingMs > 0
      ? await findRejection(context, connection)
      : (renewalWarning ?? new ProviderError("token-expired").message);
  return {
    connected: reason === null,
    reason,
    merchant_id: connection.merchant_id,
    expires_in_days: Math.max(0, Math.floor(remainingMs / DAY_MS)),
    merchant_name: connection.merchant_name,
    last_synced_at,
    last_error: reason ?? renewalWarning ?? connection.last_error,
  };
}

function getRemainingMs({ expires_at }: Connection, { now }: PaymentContext): number {
  return (expires_at?.getTime() ?? 0) - now().getTime();
}

/** Returns why the token can't be decrypted or the provider rejects it, or null if it is valid. */
async function findRejection(
  { tokenCipher, checkToken }: PaymentContext,
  connection: Connection,
): Promise<string | null> {
  try {
    const token = decryptToken(tokenCipher, connection, "access_token_encrypted");
    return (await checkToken(connection, token))?.message ?? null;
  } catch (error) {
    if (error instanceof ProviderError) {
      return error.message;
    }
    throw error;
  }
}
