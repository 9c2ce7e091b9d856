import { DOWNLOAD_LOG_RETENTION_MONTHS } from "#domain/firm/retention.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Deletes download records after their retention period. */
export function createRemoveOldDownloadsJob({
  database,
  now,
}: Pick<Services, "database" | "now">): JobHandler {
  return async () => {
    await database.bypassPolicies({ reason: "delete expired download records" }, (query) =>
      query(
        "delete from public.document_downloads where downloaded_at < $1::timestamptz - make_interval(months => $2)",
        [now(), DOWNLOAD_LOG_RETENTION_MONTHS],
      ),
    );
  };
}
