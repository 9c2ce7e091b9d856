import { deleteUnclaimedFiles } from "#server/files/unclaimed-files.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Longer than an upload takes from receiving the file to inserting its row. */
const MIN_AGE_MINUTES = 5;

/** Deletes files without a document and interrupted uploads that have not changed since the given time. */
export async function sweepFiles(
  { database, files, log }: Pick<Services, "database" | "files" | "log">,
  unchangedSince: Date,
): Promise<void> {
  const uploads = await files.temporaryFiles.sweep(unchangedSince);
  const unclaimed = await deleteUnclaimedFiles(database, files, unchangedSince);
  if (uploads + unclaimed > 0) {
    log.info({ uploads, unclaimed }, "orphaned files deleted");
  }
}

/** The scheduled sweep. Skips files of uploads that may still be in progress. */
export function sweepFilesJob(services: Pick<Services, "database" | "files" | "log" | "now">): JobHandler {
  return () => sweepFiles(services, new Date(services.now().getTime() - MIN_AGE_MINUTES * 60_000));
}
