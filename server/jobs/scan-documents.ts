import { ScannerError, type ScanResult } from "#server/files/scan/scanner.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type ScanContext = Pick<Services, "database" | "files" | "scanner" | "now" | "log">;

const MAX_DOCUMENTS_PER_RUN = 100;

/**
 * Scans new documents, and documents stored while no scanner was installed, which remain available until they are
 * scanned. Without a scanner, pending documents become available as unscanned.
 */
export function createScanDocumentsJob(context: ScanContext): JobHandler {
  const { database, files, scanner, log } = context;
  return async () => {
    if (!scanner) {
      return releaseUnscanned(context);
    }
    const documents = await database.bypassPolicies({ reason: "list documents to scan" }, (query) =>
      query(
        `select document.id, file.storage_key, file.store
           from public.documents as document join private.document_files as file on file.document_id = document.id
          where document.scan_status in ('pending', 'unscanned')
          order by document.scan_status, document.scanned_at nulls first, document.uploaded_at limit $1`,
        [MAX_DOCUMENTS_PER_RUN],
      ),
    );
    for (const document of documents) {
      try {
        const content = await files.getStore(document.store).read(document.storage_key);
        await recordResult(context, document.id, await scanner.scan(content));
      } catch (error) {
        // Continue with the next document; a later run retries this one. Stop if the scanner is unavailable, because
        // waiting for up to 100 timeouts would take too long.
        log.warn({ err: error, document: document.id }, "document not scanned");
        await recordScanFailure(context, document.id, error);
        if (error instanceof ScannerError && error.isUnavailable) {
          return;
        }
      }
    }
  };
}

async function recordResult(
  { database, now, log }: ScanContext,
  id: string,
  result: ScanResult,
): Promise<void> {
  const finding = result.isClear ? null : result.finding;
  await database.bypassPolicies({ reason: "record a scan result" }, (query) =>
    query("update public.documents set scan_status = $2, scan_detail = $3, scanned_at = $4 where id = $1", [
      id,
      result.isClear ? "clear" : "quarantined",
      finding,
      now(),
    ]),
  );
  if (finding) {
    log.warn({ document: id, finding }, "document quarantined");
  }
}

async function recordScanFailure({ database, now }: ScanContext, id: string, error: unknown): Promise<void> {
  // Clients can read this column, so store only scanner messages. Other errors may contain server paths and appear only
  // in the log.
  const detail =
    error instanceof ScannerError ? error.message.slice(0, 500) : "The stored file couldn't be read";
  await database.bypassPolicies({ reason: "record a scan failure" }, (query) =>
    query(
      `update public.documents set scan_detail = $2, scanned_at = $3
        where id = $1 and scan_status in ('pending', 'unscanned')`,
      [id, detail, now()],
    ),
  );
}

async function releaseUnscanned({ database, log }: ScanContext): Promise<void> {
  const releasedDocuments = await database.bypassPolicies(
    { reason: "release unscanned documents" },
    (query) =>
      query(
        "update public.documents set scan_status = 'unscanned', scan_detail = null where scan_status = 'pending' returning id",
      ),
  );
  if (releasedDocuments.length > 0) {
    log.warn(
      { documents: releasedDocuments.length },
      "released unscanned documents because no scanner is configured",
    );
  }
}
