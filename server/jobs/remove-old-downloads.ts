import { DOWNLOAD_LOG_RETENTION_MONTHS } from "#domain/retention.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Forgets who downloaded what once nobody will ask any more. */
export function removeOldDownloads({ database, now }: Pick<Services, "database" | "now">): Job {
  return async () => {
    await database.bypassingPolicies({ reason: "remove old entries of the download log" }, (query) =>
      query(
        "delete from public.document_downloads where downloaded_at < $1::timestamptz - make_interval(months => $2)",
        [now(), DOWNLOAD_LOG_RETENTION_MONTHS],
      ),
    );
  };
}
