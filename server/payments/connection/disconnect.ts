import { recordAuditEntry } from "#server/database/audit-log.ts";
import {
  decryptToken,
  endConnection,
  getActiveConnection,
} from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** `disconnected` is false if there was no connection. */
type DisconnectResult = { disconnected: boolean; revokedAtProvider: boolean };

/** Revokes the authorization at the provider and ends the connection, even if the provider is unreachable. */
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
