import { loseConnection, warnOfRenewal } from "#server/payments/alarm.ts";
import {
  type Connection,
  liveConnection,
  openToken,
  storeRenewedTokens,
} from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import type { AccountAccess, ProviderAccount } from "#server/payments/provider.ts";
import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";
import { isDueForRenewal } from "#server/payments/token-age.ts";

/** After these the same refresh may well succeed; after any other the connection has ended. */
const PASSING: readonly ProviderErrorKind[] = [
  "timeout",
  "unreachable",
  "busy",
  "unreadable-answer",
  // Says something about this process's key, not about the connection: a process with the right key goes on using it.
  "tokens-unreadable",
];

/** The connected merchant's account, with the means to read it. @throws ProviderError "tokens-unreadable" */
export function openAccount(parts: PaymentParts, connection: Connection): ProviderAccount {
  let token = openToken(parts.seal, connection, "access_token_sealed");
  const access: AccountAccess = {
    merchantId: connection.merchant_id,
    token: async () => token,
    renew: async (expired) => {
      token = await renewToken(
        parts,
        (current) => openToken(parts.seal, current, "access_token_sealed") === expired,
      );
      return token;
    },
  };
  return parts.provider.openAccount(access);
}

/** Renews the tokens of a live connection once they are seven days old. A failure is an alarm. @throws ProviderError */
export async function renewOldToken(parts: PaymentParts): Promise<void> {
  const isOld = (connection: Connection) => isDueForRenewal(connection, parts.now());
  const connection = await parts.database.bypassingPolicies({ reason: "look at the connection" }, (query) =>
    liveConnection(query),
  );
  if (connection && isOld(connection)) await renewToken(parts, isOld);
}

/**
 * Renews under a lock on the row, so that two workers do not: the second finds `isNeeded` no longer true and takes what
 * the first has brought.
 * @returns the access token that is now good. @throws ProviderError
 */
async function renewToken(parts: PaymentParts, isNeeded: (current: Connection) => boolean): Promise<string> {
  const outcome = await parts.database.bypassingPolicies(
    { reason: "renew the provider token" },
    async (query) => {
      const connection = await liveConnection(query, "change");
      if (!connection) return new ProviderError("access-revoked");
      if (!isNeeded(connection)) return openToken(parts.seal, connection, "access_token_sealed");
      try {
        const grant = await parts.provider.refreshToken(
          openToken(parts.seal, connection, "refresh_token_sealed"),
        );
        if (grant.merchantId !== connection.merchant_id) throw new ProviderError("another-merchant");
        await storeRenewedTokens(query, parts.seal, connection, grant, parts.now());
        parts.log.info({ merchant: connection.merchant_id }, "provider token renewed");
        return grant.accessToken;
      } catch (cause) {
        // Returned, not thrown: what is noted about it must be committed.
        if (!(cause instanceof ProviderError)) throw cause;
        if (PASSING.includes(cause.kind)) await warnOfRenewal(query, parts, connection, cause.message);
        else await loseConnection(query, parts, connection, new ProviderError("token-expired").message);
        parts.log.error({ err: cause, merchant: connection.merchant_id }, "provider token not renewed");
        return cause;
      }
    },
  );
  if (outcome instanceof ProviderError) throw outcome;
  return outcome;
}
