import { createHash } from "node:crypto";
import { brand } from "#brand";
import type { LetterData } from "#domain/findings/report/letter.ts";
import { getLetterName } from "#domain/findings/report/report-name.ts";
import type { IssueLetter } from "#domain/findings/report/reports-api.ts";
import { countBySeverity } from "#domain/findings/report/severity-counts.ts";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { Query } from "#server/database/database.ts";
import { type ProjectReport, readReportData } from "#server/findings/report/read-report-data.ts";
import { storePdf } from "#server/findings/report/store-pdf.ts";
import { ApiError } from "#server/http/errors.ts";
import { renderLetterInChildProcess, renderRequestedPdf } from "#server/pdf/render-in-child-process.ts";
import type { Services } from "#server/services.ts";

export type LetterOptions = IssueLetter & { code: string; now: Date };
export type LetterContent = { project: ProjectReport["project"]; letter: LetterData };

/** Reads the content of a new letter. Returns null if the project is unknown or its assessment is not described. */
export async function readLetter(
  query: Query,
  projectId: string,
  { signatory, signatoryTitle, code, now }: LetterOptions,
): Promise<LetterContent | null> {
  const report = await readReportData(query, projectId);
  if (!report) {
    return null;
  }
  const { project, data } = report;
  const [latestReport] = await query(
    `select version, sha256 from public.finding_reports
      where project_id = $1 and status = 'done' and document_id is not null
      order by finished_at desc limit 1`,
    [projectId],
  );
  const { summary: _summary, approach: _approach, ...assessment } = data.assessment;
  const retestDates = data.findings.flatMap(({ retests }) => retests.map(({ testedOn }) => testedOn));
  return {
    project,
    letter: {
      code,
      issuedOn: firmToday(now),
      company: data.company,
      projectName: data.projectName,
      assessment,
      counts: countBySeverity(data.findings),
      retestedOn: retestDates.toSorted().at(-1) ?? null,
      report:
        latestReport?.version && latestReport.sha256
          ? { version: latestReport.version, sha256: latestReport.sha256 }
          : null,
      signatory,
      signatoryTitle,
    },
  };
}

/**
 * Renders a letter with a link to the page that verifies it.
 * @throws {ApiError} 429 if too many PDFs are waiting
 */
export function renderLetterPdf(letter: LetterData, publicUrl: string): Promise<Uint8Array> {
  return renderLetterInChildProcess(letter, getVerifyUrl(publicUrl), { isForRequest: true });
}

/**
 * Renders a letter for its preview. Stops if `signal` aborts.
 * @throws {ApiError} 429 if too many PDFs are waiting, or 400 if `signal` aborts
 */
export function renderLetterPreview(
  letter: LetterData,
  publicUrl: string,
  options: { signal: AbortSignal; callerId: string },
): Promise<Uint8Array<ArrayBuffer>> {
  return renderRequestedPdf({ kind: "letter", data: letter, verifyUrl: getVerifyUrl(publicUrl) }, options);
}

const getVerifyUrl = (publicUrl: string) => `${publicUrl}${VERIFY_PATH}`;

type Context = Pick<Services, "database" | "files" | "scanner" | "jobs" | "now" | "log">;

/**
 * Stores a letter and its PDF, or neither. The project's valid letter becomes superseded.
 * @throws {ApiError} 409 if the content changed while the PDF was rendered.
 * @param actor The administrator who issues the letter.
 */
export async function storeLetter(
  context: Context,
  { project, letter, pdf }: LetterContent & { pdf: Uint8Array },
  actor?: string,
): Promise<string> {
  let id = "";
  await storePdf(
    context,
    { bytes: pdf, name: getLetterName(brand.findingPrefix, project), project },
    async (query, document) => {
      // Issue the letters of a project sequentially.
      await query("select pg_advisory_xact_lock(hashtextextended('letter of attestation ' || $1, 0))", [
        project.id,
      ]);
      const current = await readLetter(query, project.id, { ...letter, now: context.now() });
      if (JSON.stringify({ ...current?.letter, issuedOn: letter.issuedOn }) !== JSON.stringify(letter)) {
        throw new ApiError(
          409,
          "content_changed",
          "The findings or the assessment changed while the letter was written. Preview it and try again.",
        );
      }
      await query(
        `update public.attestation_letters set status = 'superseded', ended_on = $2
          where project_id = $1 and status = 'valid'`,
        [project.id, letter.issuedOn],
      );
      const [row] = await query(
        `insert into public.attestation_letters (project_id, client_id, code, issued_on, content, sha256, document_id)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [
          project.id,
          project.clientId,
          letter.code,
          letter.issuedOn,
          JSON.stringify(letter),
          createHash("sha256").update(pdf).digest("hex"),
          document.id,
        ],
      );
      if (!row) {
        throw new Error("no row was returned for the letter");
      }
      id = row.id;
    },
    actor,
  );
  return id;
}
