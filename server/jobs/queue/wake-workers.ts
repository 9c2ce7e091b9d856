import type { Database } from "#server/database/database.ts";
import type { Logger } from "#server/observability/logger.ts";

/** Workers that look for the job before it is due do not find it, so wake them slightly late. */
const MARGIN_MS = 20;
/** Jobs that are due in the same interval need only one query. */
const INTERVAL_MS = 20;
const scheduledTimes = new WeakMap<Database, Set<number>>();

/** Wakes an idle worker after a delay. Otherwise, a delayed job does not start until a worker polls. */
export function wakeWorkersAfter(
  { database, log }: { database: Database; log: Pick<Logger, "warn"> },
  delayMs: number,
): void {
  const times = scheduledTimes.get(database) ?? new Set<number>();
  scheduledTimes.set(database, times);
  const startedAt = performance.now();
  const dueAt = Math.ceil((startedAt + delayMs + MARGIN_MS) / INTERVAL_MS) * INTERVAL_MS;
  if (times.has(dueAt)) {
    return;
  }
  times.add(dueAt);
  const timer = setTimeout(() => {
    times.delete(dueAt);
    database
      .bypassPolicies({ reason: "wake the workers" }, (query) =>
        query("select pg_notify('jobs:insert', json_build_object('count', 1)::text)"),
      )
      .catch((error: unknown) => log.warn({ err: error }, "failed to wake the job workers"));
  }, dueAt - startedAt);
  timer.unref();
}
