import { sweepUnclaimed } from "#server/files/unclaimed-files.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Longer than a received file ever waits for its row. */
const MINUTES_UNDER_WAY = 5;

/** Removes bytes that no document claims, and uploads that nobody finishes, as far as they are left alone since then. */
export async function sweepFiles(
  { database, files, log }: Pick<Services, "database" | "files" | "log">,
  leftAloneSince: Date,
): Promise<void> {
  const uploads = await files.spool.sweep(leftAloneSince);
  const unclaimed = await sweepUnclaimed(database, files, leftAloneSince);
  if (uploads + unclaimed > 0) log.info({ uploads, unclaimed }, "leftover files swept");
}

/** The sweep that runs by the clock, sparing whatever may be under way. */
export function sweepLeftFiles(services: Pick<Services, "database" | "files" | "log" | "now">): Job {
  return () => sweepFiles(services, new Date(services.now().getTime() - MINUTES_UNDER_WAY * 60_000));
}
