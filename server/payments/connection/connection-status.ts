import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { decryptToken, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { getRenewalWarning } from "#server/payments/connection/token-age.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

const DAY_MS = 86_400_000;

/** Response for `action=status`, with additional details for the dashboard. */
type ConnectionStatus = {
  connected: boolean;
  /** Why a connection is not usable, or why the last one ended. Null if connected, or if there never was one. */
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
 * assumed to be valid.
 */
export async function getConnectionStatus({
  database,
  provider,
  tokenCipher,
  now,
  checkToken,
}: PaymentContext): Promise<ConnectionStatus> {
  if (!provider) {
    return NOT_CONNECTED;
  }
  const { connection, last_synced_at, lostReason } = await database.bypassPolicies(
    { reason: "show the connection" },
    async (query) => {
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
    },
  );
  if (!connection) {
    return { ...NOT_CONNECTED, last_synced_at, reason: lostReason, last_error: lostReason };
  }
  const remainingMs = (connection.expires_at?.getTime() ?? 0) - now().getTime();
  const tokenError = await findTokenError(remainingMs, () =>
    checkToken(connection, decryptToken(tokenCipher, connection, "access_token_encrypted")),
  );
  return {
    connected: tokenError === null,
    reason: tokenError?.message ?? null,
    merchant_id: connection.merchant_id,
    expires_in_days: Math.max(0, Math.floor(remainingMs / DAY_MS)),
    merchant_name: connection.merchant_name,
    last_synced_at,
    last_error: tokenError?.message ?? getRenewalWarning(connection, now()) ?? connection.last_error,
  };
}

async function findTokenError(
  remainingMs: number,
  check: () => Promise<ProviderError | null>,
): Promise<ProviderError | null> {
  if (remainingMs <= 0) {
    return new ProviderError("token-expired");
  }
  try {
    return await check();
  } catch (error) {
    if (error instanceof ProviderError) {
      return error;
    }
    throw error;
  }
}
