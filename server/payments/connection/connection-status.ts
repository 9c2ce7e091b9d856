import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { decryptToken, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { getRenewalWarning } from "#server/payments/connection/token-age.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

const DAY_MS = 86_400_000;

/** Response for `action=status`, with additional details for the dashboard. */
type ConnectionStatus = {
  connected: boolean;
  merchant_id: string | null;
  expires_in_days: number | null;
  merchant_name: string | null;
  last_synced_at: Instant | null;
  last_error: string | null;
};

const NOT_CONNECTED: ConnectionStatus = {
  connected: false,
  merchant_id: null,
  expires_in_days: null,
  merchant_name: null,
  last_synced_at: null,
  last_error: null,
};

/**
 * Returns the connection status. `connected` means that the stored token has not been revoked, has not expired and can
 * be decrypted.
 */
export async function getConnectionStatus({
  database,
  provider,
  tokenCipher,
  now,
}: PaymentContext): Promise<ConnectionStatus> {
  if (!provider) {
    return NOT_CONNECTED;
  }
  return database.bypassPolicies({ reason: "show the connection" }, async (query) => {
    const [status] = await query(
      "select last_synced_at from public.provider_status where provider = 'square'",
    );
    const last_synced_at = toInstant(status?.last_synced_at);
    const connection = await getActiveConnection(query);
    if (!connection) {
      const [lastConnection] = await query(
        `select last_error from private.provider_connections
          where provider = 'square' order by revoked_at desc limit 1`,
      );
      return { ...NOT_CONNECTED, last_synced_at, last_error: lastConnection?.last_error ?? null };
    }
    const remainingMs = (connection.expires_at?.getTime() ?? 0) - now().getTime();
    const tokenError = getDecryptionError(() =>
      decryptToken(tokenCipher, connection, "access_token_encrypted"),
    );
    return {
      connected: remainingMs > 0 && tokenError === null,
      merchant_id: connection.merchant_id,
      expires_in_days: Math.max(0, Math.floor(remainingMs / DAY_MS)),
      merchant_name: connection.merchant_name,
      last_synced_at,
      last_error: tokenError ?? getRenewalWarning(connection, now()) ?? connection.last_error,
    };
  });
}

function getDecryptionError(decrypt: () => unknown): string | null {
  try {
    decrypt();
    return null;
  } catch (error) {
    if (error instanceof ProviderError) {
      return error.message;
    }
    throw error;
  }
}
