import type { Context } from "hono";
import type { Accounts } from "#server/auth/accounts.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import type { DocumentLinks } from "#server/files/download/document-links.ts";
import type { Files } from "#server/files/index.ts";
import type { Scanner } from "#server/files/scan/scanner.ts";
import type { RateLimits } from "#server/http/rate-limits.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/observability/logger.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { PublishedRetentionCache } from "#server/site/published-retention.ts";

/** Dependencies of the endpoints and jobs, created once by start-product.ts or by a test. */
export type Services = {
  config: Config;
  keys: Keys;
  database: Database;
  jobs: Jobs;
  log: Logger;
  /** Returns the current time. Code must not use any other clock. */
  now: () => Date;
  /** Authenticates callers by their bearer token. */
  sessions: Sessions;
  /** Manages accounts in the authentication service, embedded or hosted. */
  accounts: Accounts;
  rateLimits: RateLimits;
  payments: PaymentContext;
  /** Stores the contents of documents. */
  files: Files;
  /** Null when no virus scanner is configured. */
  scanner: Scanner | null;
  documentLinks: DocumentLinks;
  /** The retention periods shown on the public pages. */
  publishedRetention: PublishedRetentionCache;
  /** Returns the caller's network address. Address headers are accepted only from trusted proxies. */
  clientAddress: (context: Context) => string;
};
