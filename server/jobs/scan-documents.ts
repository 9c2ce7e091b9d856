import { ScannerSilent, type Verdict } from "#server/files/scanner.ts";
import type { StoreName } from "#server/files/store.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

type Waiting = { id: string; storage_key: string; store: StoreName };
type Parts = Pick<Services, "database" | "files" | "scanner" | "now" | "log">;

/** In one run; the next minute brings the next. */
const MOST_A_RUN = 100;

/**
 * Has every document that waits for it looked at: new ones, and those stored while no scanner was installed, which stay
 * open meanwhile. Where there is no scanner any more, what waits is released as unscanned.
 */
export function scanDocuments(parts: Parts): Job {
  const { database, files, scanner, log } = parts;
  return async () => {
    if (!scanner) return releaseUnscanned(parts);
    const waiting = await database.bypassingPolicies({ reason: "look for documents to scan" }, (query) =>
      query<Waiting>(
        `select document.id, file.storage_key, file.store
           from public.documents as document join private.document_files as file on file.document_id = document.id
          where document.scan_state in ('pending', 'unscanned')
          order by document.scan_state, document.scanned_at nulls first, document.uploaded_at limit $1`,
        [MOST_A_RUN],
      ),
    );
    for (const document of waiting) {
      try {
        const bytes = await files.storeNamed(document.store).read(document.storage_key);
        await note(parts, document.id, await scanner.scan(bytes));
      } catch (cause) {
        // Asked about again in a minute. The others may fare better, unless the scanner is away: nobody waits for
        // it a hundred times, and the next run begins with another document.
        log.warn({ err: cause, document: document.id }, "document not scanned");
        await noteSilence(parts, document.id, cause);
        if (cause instanceof ScannerSilent && cause.isAway) return;
      }
    }
  };
}

async function note({ database, now, log }: Parts, id: string, verdict: Verdict): Promise<void> {
  const finding = verdict.isClear ? null : verdict.finding;
  await database.bypassingPolicies({ reason: "note what the scanner said" }, (query) =>
    query("update public.documents set scan_state = $2, scan_finding = $3, scanned_at = $4 where id = $1", [
      id,
      verdict.isClear ? "clear" : "quarantined",
      finding,
      now(),
    ]),
  );
  if (finding) log.warn({ document: id, finding }, "document quarantined");
}

async function noteSilence({ database, now }: Parts, id: string, cause: unknown): Promise<void> {
  // The client may read its row. What a failing store says can name the server's folders: that is for the log alone.
  const why =
    cause instanceof ScannerSilent ? cause.message.slice(0, 500) : "The stored file could not be read";
  await database.bypassingPolicies({ reason: "note that the scanner was silent" }, (query) =>
    query(
      `update public.documents set scan_finding = $2, scanned_at = $3
        where id = $1 and scan_state in ('pending', 'unscanned')`,
      [id, why, now()],
    ),
  );
}

async function releaseUnscanned({ database, log }: Parts): Promise<void> {
  const released = await database.bypassingPolicies({ reason: "release what no scanner will see" }, (query) =>
    query(
      "update public.documents set scan_state = 'unscanned', scan_finding = null where scan_state = 'pending' returning id",
    ),
  );
  if (released.length > 0) log.warn({ documents: released.length }, "no scanner: released unscanned");
}
