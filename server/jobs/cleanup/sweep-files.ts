import { deleteUnclaimedFiles } from "#server/files/unclaimed-files.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Must exceed the time between receiving an uploaded file and inserting its row. */
const MIN_FILE_AGE_MINUTES = 5;

/** Deletes unclaimed files and interrupted uploads that have not changed since `unchangedSince`. */
export async function sweepFiles(
  { database, files, log }: Pick<Services, "database" | "files" | "log">,
  unchangedSince: Date,
): Promise<void> {
  const uploads = await files.temporaryFiles.sweep(unchangedSince);
  const unclaimed = await deleteUnclaimedFiles(database, files, unchangedSince);
  if (uploads + unclaimed > 0) {
    log.info({ uploads, unclaimed }, "unclaimed files deleted");
  }
}

/** Creates the scheduled sweep, which skips uploads that may still be in progress. */
export function createSweepFilesJob(
  services: Pick<Services, "database" | "files" | "log" | "now">,
): JobHandler {
  return () => sweepFiles(services, new Date(services.now().getTime() - MIN_FILE_AGE_MINUTES * 60_000));
}
