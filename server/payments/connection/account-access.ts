import {
  alertRenewalFailure,
  endConnectionWithAlert,
} from "#server/payments/connection/connection-alerts.ts";
import {
  type Connection,
  decryptToken,
  getActiveConnection,
  saveRenewedTokens,
} from "#server/payments/connection/connection-store.ts";
import { isDueForRenewal } from "#server/payments/connection/token-age.ts";
import { hasProvider, type PaymentContext, type ProviderContext } from "#server/payments/payment-context.ts";
import type { AccountAccess, OutageHandler, ProviderAccount } from "#server/payments/payment-provider.ts";
import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";

/** Errors after which token renewal is retried. Any other error ends the connection. */
const TRANSIENT_ERRORS: readonly ProviderErrorKind[] = [
  "timeout",
  "unreachable",
  "rate-limited",
  "unreadable-response",
  // The wrong key affects only this process. A process with the right key can still use the connection.
  "tokens-unreadable",
];

/**
 * Opens the connected merchant's account for reading. Without an outage handler, requests fail immediately during an
 * outage.
 * @throws {ProviderError} "tokens-unreadable"
 */
export function openAccount(
  context: ProviderContext,
  connection: Connection,
  outageHandler?: OutageHandler,
): ProviderAccount {
  let token = decryptToken(context.tokenCipher, connection, "access_token_encrypted");
  const access: AccountAccess = {
    merchantId: connection.merchant_id,
    getToken: async () => token,
    renewToken: async (expiredToken) => {
      token = await renewToken(
        context,
        (current) => decryptToken(context.tokenCipher, current, "access_token_encrypted") === expiredToken,
      );
      return token;
    },
    outageHandler,
  };
  return context.provider.openAccount(access);
}

/** Preloads the provider's SDK if an account is connected, so that the first webhook does not wait for it. */
export async function warmUpProvider({ database, provider }: PaymentContext): Promise<void> {
  if (!provider) {
    return;
  }
  const connection = await database.bypassPolicies({ reason: "read the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (connection) {
    await provider.warmUp();
  }
}

/** Renews the connection's tokens if they are at least 7 days old. A failure sends an alert. @throws {ProviderError} */
export async function renewTokenIfDue(context: PaymentContext): Promise<void> {
  if (!hasProvider(context)) {
    return;
  }
  const isDue = (connection: Connection) => isDueForRenewal(connection, context.now());
  const connection = await context.database.bypassPolicies({ reason: "read the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (connection && isDue(connection)) {
    await renewToken(context, isDue);
  }
}

/**
 * Renews the tokens if `needsRenewal` still returns true. Locks the connection's row, so that concurrent workers renew
 * the tokens only once: the second worker uses the tokens that the first one stored.
 * @returns the current access token
 * @throws {ProviderError}
 */
async function renewToken(
  context: ProviderContext,
  needsRenewal: (current: Connection) => boolean,
): Promise<string> {
  const outcome = await context.database.bypassPolicies(
    { reason: "renew the provider token" },
    async (query) => {
      const connection = await getActiveConnection(query, "for update");
      if (!connection) {
        return new ProviderError("access-revoked");
      }
      if (!needsRenewal(connection)) {
        return decryptToken(context.tokenCipher, connection, "access_token_encrypted");
      }
      try {
        const grant = await context.provider.refreshToken(
          decryptToken(context.tokenCipher, connection, "refresh_token_encrypted"),
        );
        if (grant.merchantId !== connection.merchant_id) {
          throw new ProviderError("another-merchant");
        }
        await saveRenewedTokens(query, context.tokenCipher, connection, grant, context.now());
        context.log.info({ merchant: connection.merchant_id }, "provider token renewed");
        return grant.accessToken;
      } catch (error) {
        // Return the error instead of throwing it, so that the transaction commits the recorded failure.
        if (!(error instanceof ProviderError)) {
          throw error;
        }
        if (TRANSIENT_ERRORS.includes(error.kind)) {
          await alertRenewalFailure(query, context, connection, error.message);
        } else {
          await endConnectionWithAlert(
            query,
            context,
            connection,
            new ProviderError("token-expired").message,
          );
        }
        context.log.error({ err: error, merchant: connection.merchant_id }, "provider token not renewed");
        return error;
      }
    },
  );
  if (outcome instanceof ProviderError) {
    throw outcome;
  }
  return outcome;
}
