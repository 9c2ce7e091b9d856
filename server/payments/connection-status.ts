import { liveConnection, openToken } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { renewalAlarm } from "#server/payments/token-age.ts";

const DAY_MS = 86_400_000;

/** What `action=status` answers (specification section 7), and what the dashboard shows besides. */
export type ConnectionStatus = {
  connected: boolean;
  merchant_id: string | null;
  expires_in_days: number | null;
  merchant_name: string | null;
  last_synced_at: string | null;
  last_error: string | null;
};

export const NOT_CONNECTED: ConnectionStatus = {
  connected: false,
  merchant_id: null,
  expires_in_days: null,
  merchant_name: null,
  last_synced_at: null,
  last_error: null,
};

/** Connected means: a stored token that is not revoked, has not expired and can be decrypted. */
export async function connectionStatus({ database, seal, now }: PaymentParts): Promise<ConnectionStatus> {
  return database.bypassingPolicies({ reason: "show the connection" }, async (query) => {
    const [synced] = await query<{ last_synced_at: Date | null }>(
      "select last_synced_at from public.provider_status where provider = 'square'",
    );
    const last_synced_at = synced?.last_synced_at?.toISOString() ?? null;
    const connection = await liveConnection(query);
    if (!connection) {
      const [ended] = await query<{ last_error: string | null }>(
        `select last_error from private.provider_connections
          where provider = 'square' order by revoked_at desc limit 1`,
      );
      return { ...NOT_CONNECTED, last_synced_at, last_error: ended?.last_error ?? null };
    }
    const left = (connection.expires_at?.getTime() ?? 0) - now().getTime();
    const problem = problemWith(() => openToken(seal, connection, "access_token_sealed"));
    return {
      connected: left > 0 && problem === null,
      merchant_id: connection.merchant_id,
      expires_in_days: Math.max(0, Math.floor(left / DAY_MS)),
      merchant_name: connection.merchant_name,
      last_synced_at,
      last_error: problem ?? renewalAlarm(connection, now()) ?? connection.last_error,
    };
  });
}

function problemWith(open: () => unknown): string | null {
  try {
    open();
    return null;
  } catch (cause) {
    if (cause instanceof ProviderError) return cause.message;
    throw cause;
  }
}
