import { decryptToken, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";

/**
 * Checks the stored token with the provider, without changing anything.
 * @returns the token's merchant and its missing scopes, or null if no account is connected or SQUARE_MODE is off
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
