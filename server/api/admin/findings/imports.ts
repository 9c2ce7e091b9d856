import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { SeverityChoices } from "#domain/findings/import/import-mapping.ts";
import { ImportFormat } from "#domain/findings/import/imported-finding.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ChildProcessError } from "#server/child-processes/start-child-process.ts";
import type { Query } from "#server/database/database.ts";
import { toStorageApiError } from "#server/files/storage-api-error.ts";
import { getRequestBodyStream } from "#server/files/streams.ts";
import { receiveForm } from "#server/files/upload/receive-form.ts";
import type { TemporaryFile } from "#server/files/upload/temporary-files.ts";
import { ImportError } from "#server/findings/import/import-error.ts";
import { importPlanToCsv } from "#server/findings/import/import-plan-csv.ts";
import type { ReadResults } from "#server/findings/import/results/result-groups.ts";
import {
  type ImportTarget,
  planImport,
  previewImport,
  storeImport,
} from "#server/findings/import/store-import.ts";
import { withResults } from "#server/findings/import/with-results.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJson } from "#server/http/request-body.ts";
import { validateParams } from "#server/http/validate.ts";
import { getRequestTimeBudget } from "#server/observability/execution-context.ts";
import type { Logger } from "#server/observability/logger.ts";
import type { Services } from "#server/services.ts";

const ProjectPath = z.object({ project: z.guid() });
/** 20,000 findings take about 4 s, and longer on a busy machine. */
const MAX_DATABASE_MS = 40_000;

type Dependencies = Pick<Services, "database" | "files" | "log" | "now">;

/**
 * Imports the results of a security tool into a project, under `/api/admin/projects/{project}/finding-imports`: `POST preview`
 * returns what an import would do, `POST preview.csv` returns it for all findings as CSV, and `POST` imports the findings as
 * drafts. All take a form with the fields `format` and `file`, and optionally `severities` as JSON (`SeverityChoices`).
 * Nothing is imported if a part of the file is invalid, or if the client aborts the request. With the field
 * `skipInvalidRows=true`, an import skips the rows of a CSV file that have errors instead.
 * Another request gets 429 while one is running. docs/findings.md describes the formats.
 */
export function createImportRoutes(services: Dependencies) {
  const { now } = services;
  const validProject = validateParams(ProjectPath, unknownProjectError);
  return new Hono<CallerEnv>()
    .post("/projects/:project/finding-imports/preview", validProject, async (context) => {
      const preview = await readUpload(services, context, context.req.valid("param").project, previewImport);
      return context.json({ success: true, preview });
    })
    .post("/projects/:project/finding-imports/preview.csv", validProject, async (context) => {
      const file = await createPlan(services, context, context.req.valid("param").project);
      const stream = createReadStream(file.path);
      stream.once("close", () => void services.files.temporaryFiles.remove(file));
      context.header("Content-Type", "text/csv; charset=utf-8");
      context.header("Cache-Control", "no-store");
      return context.body(Readable.toWeb(stream));
    })
    .post("/projects/:project/finding-imports", validProject, async (context) => {
      const report = await readUpload(
        services,
        context,
        context.req.valid("param").project,
        (query, target, results, fields) =>
          storeImport(query, target, results, {
            today: firmToday(now()),
            skipsInvalidRows: fields.get("skipInvalidRows") === "true",
          }),
      );
      return context.json({ success: true, report }, 201);
    });
}

/** Writes the changes that an import would make to a temporary file. The caller deletes the file. */
async function createPlan(
  services: Dependencies,
  context: Context<CallerEnv>,
  projectId: string,
): Promise<TemporaryFile> {
  const { temporaryFiles } = services.files;
  const files: TemporaryFile[] = [];
  try {
    return await readUpload(services, context, projectId, async (query, target, results) => {
      const plan = importPlanToCsv(planImport(query, target, results), results.totals);
      const file = await temporaryFiles.receive(plan);
      files.push(file);
      return file;
    });
  } catch (error) {
    // The transaction can fail after the file was written.
    await Promise.all(files.map((file) => temporaryFiles.remove(file)));
    throw error;
  }
}

type ImportWork<Result> = (
  query: Query,
  target: ImportTarget,
  results: ReadResults,
  fields: ReadonlyMap<string, string>,
) => Promise<Result>;

/** Receives the file, and runs `work` with its results in a transaction. */
async function readUpload<Result>(
  { database, files, log }: Dependencies,
  context: Context<CallerEnv>,
  projectId: string,
  work: ImportWork<Result>,
): Promise<Result> {
  const body = getRequestBodyStream(context);
  const form = await receiveForm(
    { headers: context.req.raw.headers, body },
    files.temporaryFiles,
    () => {},
  ).catch((error: unknown) => {
    throw toStorageApiError(error) ?? error;
  });
  const { file } = form;
  if (!file) {
    throw new ApiError(400, "invalid_input", "Choose a file.");
  }
  const { signal } = context.req.raw;
  try {
    const format = ImportFormat.safeParse(form.fields.get("format"));
    if (!format.success) {
      throw new ApiError(400, "invalid_input", "Choose a format.");
    }
    const severities = parseSeverities(form.fields.get("severities"));
    getRequestTimeBudget()?.extend(MAX_DATABASE_MS);
    const { temporaryFiles } = files;
    const options = { temporaryFiles, signal };
    return await withResults({ format: format.data, path: file.path }, options, (results) =>
      database.asCaller(context.var.caller, async (query) => {
        const [project] = await query("select client_id from public.projects where id = $1", [projectId]);
        if (!project) {
          throw unknownProjectError();
        }
        return work(query, { projectId, clientId: project.client_id, severities }, results, form.fields);
      }),
    );
  } catch (error) {
    if (signal.aborted) {
      throw new ApiError(400, "aborted", "The request is incomplete.");
    }
    if (error instanceof ImportError) {
      logChildProcessError(error, log);
      throw new ApiError(422, "invalid_file", error.message);
    }
    throw toStorageApiError(error) ?? error;
  } finally {
    await files.temporaryFiles.remove(file);
  }
}

/** @throws {ApiError} 400 */
function parseSeverities(text = "{}"): SeverityChoices {
  const choices = SeverityChoices.safeParse(parseJson(text));
  if (!choices.success) {
    throw new ApiError(400, "invalid_input", "Choose the severities again.");
  }
  return choices.data;
}

/** A child process that failed may indicate a bug in a reader. */
function logChildProcessError({ cause }: ImportError, log: Logger): void {
  if (cause instanceof ChildProcessError) {
    log.warn({ err: cause, reason: cause.reason }, "results file could not be read");
  }
}

function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists.");
}
