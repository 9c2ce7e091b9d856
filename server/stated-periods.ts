import { BUILT_MONTHS, type StatedMonths } from "#domain/retention.ts";
import type { Database } from "#server/database.ts";
import { storedPeriods } from "#server/jobs/keep-retention-periods.ts";
import type { Logger } from "#server/log.ts";

/** What the public pages state about how long things are kept. */
export type StatedPeriods = {
  /** Months, as last read; reading again is begun in the background where that was long ago. */
  months(): StatedMonths;
  /** Reads the setting now: when it was changed here, and before the first page is served. */
  refresh(): Promise<void>;
};

/** Milliseconds after which another process' change may have to be read. */
const FRESH = 10_000;

/** Pages are served from memory: they neither wait for the database nor fail with it. */
export function createStatedPeriods(database: Database, log: Logger, now: () => Date): StatedPeriods {
  let months = BUILT_MONTHS;
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    readAt = now().getTime();
    const periods = await database.bypassingPolicies({ reason: "state how long things are kept" }, (query) =>
      storedPeriods(query),
    );
    months = { inquiries: periods.inquiry_months, attempts: periods.sign_in_attempt_months };
  }

  return {
    refresh,
    months() {
      if (now().getTime() - readAt > FRESH)
        void refresh().catch((cause) => log.warn({ err: cause }, "retention periods not read"));
      return months;
    },
  };
}
