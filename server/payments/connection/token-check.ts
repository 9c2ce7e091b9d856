import type { Logger } from "#server/observability/logger.ts";
import type { Connection } from "#server/payments/connection/connection-store.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";

/** Short, because the dashboard waits for the result. */
const TIMEOUT_SECONDS = 3;
const CACHE_MS = 60_000;

/** Errors that mean that the provider rejects the token. Any other error, such as a timeout, does not. */
const REJECTION_KINDS: readonly ProviderErrorKind[] = [
  "access-revoked",
  "another-merchant",
  "not-authorized",
  "permission-missing",
  "token-expired",
];

/** Returns why the provider rejects a connection's token, or null if it accepts the token or cannot be reached. */
export type TokenCheck = (connection: Connection, token: string) => Promise<ProviderError | null>;

type TokenCheckOptions = { provider: PaymentProvider | null; now: () => Date; log: Logger };

/** Creates a check that calls the provider at most once per minute, unless the connection changes. */
export function createTokenCheck({ provider, now, log }: TokenCheckOptions): TokenCheck {
  let cached: { key: string; at: number; result: Promise<ProviderError | null> } | undefined;
  return (connection, token) => {
    if (!provider) {
      return Promise.resolve(null);
    }
    const key = getCacheKey(connection);
    const at = now().getTime();
    if (cached?.key !== key || at - cached.at >= CACHE_MS) {
      cached = {
        key,
        at,
        result: findRejection(provider, log, { merchantId: connection.merchant_id, token }),
      };
    }
    return cached.result;
  };
}

/** Changes when the token is replaced, and when another call reports a different error. */
function getCacheKey({ id, access_token_encrypted, last_error }: Connection): string {
  return [id, access_token_encrypted?.toString("base64"), last_error].join(" ");
}

async function findRejection(
  provider: PaymentProvider,
  log: Logger,
  { merchantId, token }: { merchantId: string; token: string },
): Promise<ProviderError | null> {
  try {
    const access = await provider.inspectToken(token, TIMEOUT_SECONDS);
    return access.merchantId === merchantId ? null : new ProviderError("another-merchant");
  } catch (error) {
    if (error instanceof ProviderError && REJECTION_KINDS.includes(error.kind)) {
      return error;
    }
    log.warn({ err: error, merchant: merchantId }, "failed to check the provider token");
    return null;
  }
}
