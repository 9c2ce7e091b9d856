import { decryptToken, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";

/**
 * Inspects the stored token at the provider: the merchant it belongs to and the scopes it lacks. Changes nothing.
 * @returns null while no account is connected or SQUARE_MODE is off
 * @throws {ProviderError}
 */
export async function checkAccess({
  database,
  provider,
  tokenCipher,
}: PaymentContext): Promise<{ merchantId: string; missing: string[] } | null> {
  if (!provider) {
    return null;
  }
  const connection = await database.bypassPolicies({ reason: "read the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (!connection) {
    return null;
  }
  const { merchantId, scopes } = await provider.inspectToken(
    decryptToken(tokenCipher, connection, "access_token_encrypted"),
  );
  return { merchantId, missing: provider.scopes.filter((scope) => !scopes.includes(scope)) };
}
