import { liveConnection, openToken } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";

/**
 * Asks the provider whose the stored token is and what it may read; changes nothing.
 * @returns null while nothing is connected. @throws ProviderError
 */
export async function checkAccess({
  database,
  provider,
  seal,
}: PaymentParts): Promise<{ merchantId: string; missing: string[] } | null> {
  const connection = await database.bypassingPolicies({ reason: "look at the connection" }, (query) =>
    liveConnection(query),
  );
  if (!connection) return null;
  const { merchantId, scopes } = await provider.inspectToken(
    openToken(seal, connection, "access_token_sealed"),
  );
  return { merchantId, missing: provider.scopes.filter((scope) => !scopes.includes(scope)) };
}
