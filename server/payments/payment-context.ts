import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import type { FirmEmailConfig } from "#server/email/firm-email.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/observability/logger.ts";
import type { TokenCheck } from "#server/payments/connection/token-check.ts";
import type { TokenCipher } from "#server/payments/connection/token-encryption.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { PauseLimits } from "#server/payments/sync/outage-pause.ts";

/** Dependencies that the server provides to the payments module. */
export type PaymentDependencies = {
  config: Config;
  keys: Keys;
  database: Database;
  jobs: Jobs;
  log: Logger;
  now: () => Date;
};

/** Context for functions in the payments module. `provider` is null when SQUARE_MODE is off. */
export type PaymentContext = Pick<PaymentDependencies, "database" | "jobs" | "log" | "now"> & {
  provider: PaymentProvider | null;
  tokenCipher: TokenCipher;
  /** How long a sync waits while the provider is unavailable. */
  pauseLimits: PauseLimits;
  /** How long connecting waits while the provider is unavailable. Short, because the administrator's browser waits. */
  connectPauseLimits: PauseLimits;
  checkToken: TokenCheck;
  /** Renews an expired token immediately, at most once per minute. Failures are stored with the connection. */
  renewExpiredToken: () => Promise<void>;
  /** Recipients of connection alerts, and the base URL for links in them. */
  config: FirmEmailConfig & Pick<Config, "publicUrl">;
};

export type ProviderContext = PaymentContext & { provider: PaymentProvider };

export function hasProvider(context: PaymentContext): context is ProviderContext {
  return context.provider !== null;
}

/** @throws {ApiError} 409 when SQUARE_MODE is off */
export function requireProvider(context: PaymentContext): asserts context is ProviderContext {
  if (!hasProvider(context)) {
    throw new ApiError(409, "not_configured", "Square is not configured.");
  }
}
