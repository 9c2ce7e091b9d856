import { Hono } from "hono";
import { z } from "zod";
import { IssueLetter, SaveAssessment, WithdrawLetter } from "#domain/findings/report/reports-api.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { toStorageApiError } from "#server/files/storage-api-error.ts";
import {
  type LetterContent,
  type LetterOptions,
  readLetter,
  renderLetterPdf,
  renderLetterPreview,
  storeLetter,
} from "#server/findings/report/issue-letter.ts";
import { saveAssessment } from "#server/findings/report/save-assessment.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { callerJobs } from "#server/jobs/queue/queue.ts";
import { createVerificationCode } from "#server/pdf/verification-code.ts";
import type { Services } from "#server/services.ts";

/** Two Markdown sections of 8,000 characters, which can take 4 bytes each, and 500 tested entries. */
const MAX_BODY_BYTES = 256 * 1024;
/** A job that crashes its process must not be repeated for days. */
const MAX_ATTEMPTS = 3;
/** Printed in the preview of a letter. It is never issued. */
const PREVIEW_CODE = "XXXX-XXXX-XXXX-XXXX";
const ProjectPath = z.object({ project: z.guid() });
const LetterPath = z.object({ id: z.guid() });

type Dependencies = Pick<Services, "config" | "database" | "files" | "scanner" | "jobs" | "now" | "log">;

/**
 * Reports and letters of attestation under `/api/admin`: `PUT projects/{project}/assessment` saves what was tested. `POST
 * projects/{project}/reports` requests the report, which a job writes. `POST projects/{project}/letters/preview` returns the PDF
 * of a letter, `POST projects/{project}/letters` issues it, and `POST letters/{id}/withdraw` withdraws it.
 */
export function createReportRoutes(services: Dependencies) {
  const { config, database, now } = services;
  const validProject = validateParams(ProjectPath, unknownProjectError);
  const validLetter = validateJson(IssueLetter, { maxBytes: MAX_BODY_BYTES });

  return new Hono<CallerEnv>()
    .put(
      "/projects/:project/assessment",
      validateJson(SaveAssessment, { maxBytes: MAX_BODY_BYTES }),
      validProject,
      async (context) => {
        const isSaved = await database.asCaller(context.var.caller, (query) =>
          saveAssessment(query, context.req.valid("param").project, context.req.valid("json")),
        );
        if (!isSaved) {
          throw unknownProjectError();
        }
        return context.json({ success: true });
      },
    )
    .post("/projects/:project/reports", validProject, async (context) => {
      const { project } = context.req.valid("param");
      const id = await database.asCaller(context.var.caller, async (query) => {
        const [row] = await query("select outcome, report_id from endpoints.request_finding_report($1)", [
          project,
        ]);
        if (row?.outcome === "unknown") {
          throw unknownProjectError();
        }
        if (row?.outcome === "no-assessment") {
          throw missingAssessmentError();
        }
        if (!row?.report_id) {
          throw new ApiError(
            409,
            "already_running",
            "The report is already being generated. Wait until it's ready.",
          );
        }
        await callerJobs.add(
          query,
          "generate-report",
          { reportId: row.report_id },
          { maxAttempts: MAX_ATTEMPTS },
        );
        return row.report_id;
      });
      return context.json({ success: true, id }, 201);
    })
    .post("/projects/:project/letters/preview", validLetter, validProject, async (context) => {
      const { project } = context.req.valid("param");
      const options = { ...context.req.valid("json"), code: PREVIEW_CODE, now: now() };
      const content = await database.asCaller(context.var.caller, (query) =>
        requireLetter(query, project, options),
      );
      const pdf = await renderLetterPreview(content.letter, config.publicUrl, {
        signal: context.req.raw.signal,
        callerId: context.var.caller.sub,
      });
      context.header("Content-Type", "application/pdf");
      context.header("Cache-Control", "no-store");
      return context.body(pdf);
    })
    .post("/projects/:project/letters", validLetter, validProject, async (context) => {
      const { project } = context.req.valid("param");
      const code = createVerificationCode();
      const options = { ...context.req.valid("json"), code, now: now() };
      const content = await database.asCaller(context.var.caller, (query) =>
        requireLetter(query, project, options),
      );
      const pdf = await renderLetterPdf(content.letter, config.publicUrl);
      const id = await storeLetter(services, { ...content, pdf }, context.var.caller.sub).catch(
        (error: unknown) => {
          throw toStorageApiError(error) ?? error;
        },
      );
      return context.json({ success: true, id, code }, 201);
    })
    .post(
      "/letters/:id/withdraw",
      validateJson(WithdrawLetter, { maxBytes: MAX_BODY_BYTES }),
      validateParams(LetterPath, unknownLetterError),
      async (context) => {
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.withdraw_attestation_letter($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            context.req.valid("json").reason,
            firmToday(now()),
          ]),
        );
        if (row?.outcome === "already-withdrawn") {
          throw new ApiError(
            409,
            "already_withdrawn",
            "This letter has already been withdrawn. Reload the page.",
          );
        }
        if (row?.outcome !== "withdrawn") {
          throw unknownLetterError();
        }
        return context.json({ success: true });
      },
    );
}

/** @throws {ApiError} 404 for an unknown project, and 409 if its assessment is not described. */
async function requireLetter(
  query: Query,
  projectId: string,
  options: LetterOptions,
): Promise<LetterContent> {
  const content = await readLetter(query, projectId, options);
  if (content) {
    return content;
  }
  const [project] = await query("select 1 from public.projects where id = $1", [projectId]);
  throw project ? missingAssessmentError() : unknownProjectError();
}

function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists.");
}

function missingAssessmentError(): ApiError {
  return new ApiError(409, "no_assessment", "Save the assessment details first.");
}

function unknownLetterError(): ApiError {
  return new ApiError(404, "unknown_letter", "This letter no longer exists.");
}
