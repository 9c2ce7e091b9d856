import type { Database } from "#server/database/database.ts";
import type { Logger } from "#server/observability/logger.ts";

/** Idle workers can be a moment late, but must not look for the job before it is due. */
const MARGIN_MS = 20;

/** Makes an idle worker look for jobs after a delay. Otherwise, a delayed job waits until a worker polls. */
export function wakeWorkersAfter(
  { database, log }: { database: Database; log: Pick<Logger, "warn"> },
  delayMs: number,
): void {
  const timer = setTimeout(() => {
    database
      .bypassPolicies({ reason: "wake the workers" }, (query) =>
        query("select pg_notify('jobs:insert', json_build_object('count', 1)::text)"),
      )
      .catch((error: unknown) => log.warn({ err: error }, "failed to wake the job workers"));
  }, delayMs + MARGIN_MS);
  timer.unref();
}
