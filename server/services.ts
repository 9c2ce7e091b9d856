import type { Context } from "hono";
import type { Accounts } from "#server/accounts.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database.ts";
import type { Files } from "#server/files/index.ts";
import type { DocumentLinks } from "#server/files/links.ts";
import type { Scanner } from "#server/files/scanner.ts";
import type { Jobs } from "#server/jobs/queue.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/log.ts";
import type { Payments } from "#server/payments/index.ts";
import type { RateLimits } from "#server/rate-limits.ts";
import type { Sessions } from "#server/sessions.ts";
import type { StatedPeriods } from "#server/stated-periods.ts";

/** What the server's rooms are given: made once in main.ts, or by a test. */
export type Services = {
  config: Config;
  keys: Keys;
  database: Database;
  jobs: Jobs;
  log: Logger;
  /** The only clock. */
  now: () => Date;
  /** Who is calling: the verified claims of the bearer token. */
  sessions: Sessions;
  /** Accounts at the authentication service, embedded or hosted. */
  accounts: Accounts;
  rateLimits: RateLimits;
  payments: Payments;
  /** Where the bytes of documents lie. */
  files: Files;
  /** Null where no scanner is installed. */
  scanner: Scanner | null;
  documentLinks: DocumentLinks;
  /** How long things are kept, as the public pages say it. */
  statedPeriods: StatedPeriods;
  /** The caller's network address, believing only trusted proxies. */
  clientAddress: (context: Context) => string;
};
