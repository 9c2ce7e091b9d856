import { createHash } from "node:crypto";
import { z } from "zod";
import { brand } from "#brand";
import { getReportName } from "#domain/findings/report/report-name.ts";
import { readReportData } from "#server/findings/report/read-report-data.ts";
import { storePdf } from "#server/findings/report/store-pdf.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { renderReportInChildProcess } from "#server/pdf/render-in-child-process.ts";
import type { Services } from "#server/services.ts";

const Payload = z.object({ reportId: z.guid() });

/** Storing the report is the remaining 5%. */
const PROGRESS_AFTER_RENDERING = 95;
/** Updating the progress more often would only burden the database. */
const PROGRESS_INTERVAL_MS = 300;

type Dependencies = Pick<Services, "database" | "files" | "scanner" | "jobs" | "now" | "log">;

/**
 * Generates the report that an administrator requested, and stores it as a document of the client. Stores nothing if the bytes
 * are those of the project's latest report that the client can see.
 */
export function createGenerateReportJob(services: Dependencies): JobHandler {
  return async (payload, attempt) => {
    const { reportId } = Payload.parse(payload);
    try {
      await generateReport(services, reportId, attempt?.stopSignal);
    } catch (error) {
      if (attempt?.isLast !== false) {
        await recordFailure(services, reportId);
      }
      throw error;
    }
  };
}

async function generateReport(services: Dependencies, reportId: string, signal?: AbortSignal): Promise<void> {
  const { database, now } = services;
  const [row] = await database.bypassPolicies({ reason: "start a report" }, (query) =>
    query(
      `update public.finding_reports set status = 'running', progress = 0
        where id = $1 and status in ('queued', 'running') returning project_id`,
      [reportId],
    ),
  );
  const report =
    row &&
    (await database.bypassPolicies({ reason: "read the content of a report", isSnapshot: true }, (query) =>
      readReportData(query, row.project_id),
    ));
  if (!report) {
    return;
  }
  const { project, data } = report;
  const bytes = await renderReportInChildProcess(data, {
    onProgress: createProgressRecorder(services, reportId, data.findings.length),
    ...(signal && { signal }),
  });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isUnchanged = await database.bypassPolicies(
    { reason: "compare a report with the latest one" },
    async (query) => {
      const [latest] = await query(
        `select report.sha256, report.document_id, report.version
         from public.finding_reports as report
         join public.documents as document on document.id = report.document_id
        where report.project_id = $1 and report.status = 'done' and not document.is_internal
          and document.scan_status <> 'quarantined'
        order by report.finished_at desc limit 1`,
        [project.id],
      );
      if (latest?.sha256 !== sha256) {
        return false;
      }
      await query(
        `update public.finding_reports
          set status = 'unchanged', progress = 100, finished_at = $2, sha256 = $3, document_id = $4, version = $5
        where id = $1 and status = 'running'`,
        [reportId, now(), sha256, latest.document_id, latest.version],
      );
      return true;
    },
  );
  if (isUnchanged) {
    return;
  }
  await storePdf(
    services,
    { bytes, name: getReportName(brand.findingPrefix, project), project },
    async (query, document) => {
      const finished = await query(
        `update public.finding_reports
            set status = 'done', progress = 100, finished_at = $2, sha256 = $3, document_id = $4, version = $5
          where id = $1 and status = 'running' returning id`,
        [reportId, now(), sha256, document.id, document.version],
      );
      if (finished.length === 0) {
        throw new Error("another run has generated this report");
      }
    },
  );
}

/** Records the progress in the background. A lost update changes only what the progress bar shows. */
function createProgressRecorder(
  { database, log }: Dependencies,
  reportId: string,
  findingCount: number,
): (doneFindings: number) => void {
  let recordedAt = 0;
  return (doneFindings) => {
    const at = performance.now();
    if (at - recordedAt < PROGRESS_INTERVAL_MS) {
      return;
    }
    recordedAt = at;
    const progress = Math.floor((doneFindings / Math.max(1, findingCount)) * PROGRESS_AFTER_RENDERING);
    database
      .bypassPolicies({ reason: "record the progress of a report", isRepeatable: true }, (query) =>
        query("update public.finding_reports set progress = $2 where id = $1 and status = 'running'", [
          reportId,
          progress,
        ]),
      )
      .catch((error: unknown) => log.warn({ err: error }, "progress of a report not recorded"));
  };
}

async function recordFailure({ database, now }: Dependencies, reportId: string): Promise<void> {
  await database.bypassPolicies({ reason: "record that a report failed" }, (query) =>
    query(
      `update public.finding_reports set status = 'failed', finished_at = $2, error = $3
        where id = $1 and status in ('queued', 'running')`,
      [
        reportId,
        now(),
        "We couldn't generate the report. Try again. If it fails again, check the server log.",
      ],
    ),
  );
}
