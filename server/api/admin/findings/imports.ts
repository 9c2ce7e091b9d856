import { createReadStream } from "node:fs";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { ImportFormat, type ImportResult } from "#domain/findings/import/imported-finding.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { toStorageApiError } from "#server/files/storage-api-error.ts";
import { getRequestBodyStream } from "#server/files/streams.ts";
import { receiveForm } from "#server/files/upload/receive-form.ts";
import { ImportError } from "#server/findings/import/import-error.ts";
import { readResults } from "#server/findings/import/read-results.ts";
import { previewImport, storeImport } from "#server/findings/import/store-import.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const ProjectPath = z.object({ project: z.guid() });

type Dependencies = Pick<Services, "database" | "files" | "now">;

/**
 * Imports the results of a security tool into a project, under `/api/admin/projects/{project}/finding-imports`: `POST preview`
 * returns what an import would do, and `POST` imports the findings as drafts. Both take a form with the fields `format` and
 * `file`. Nothing is imported if a part of the file is invalid. docs/findings.md describes the formats.
 */
export function createImportRoutes(services: Dependencies) {
  const { database, now } = services;
  const validProject = validateParams(ProjectPath, unknownProjectError);
  return new Hono<CallerEnv>()
    .post("/projects/:project/finding-imports/preview", validProject, async (context) => {
      const result = await receiveResults(services, context);
      const preview = await database.asCaller(context.var.caller, (query) =>
        previewImport(query, context.req.valid("param").project, result),
      );
      return context.json({ success: true, preview });
    })
    .post("/projects/:project/finding-imports", validProject, async (context) => {
      const result = await receiveResults(services, context);
      const report = await database.asCaller(context.var.caller, (query) =>
        storeImport(query, context.req.valid("param").project, result, firmToday(now())),
      );
      if (!report) {
        throw unknownProjectError();
      }
      return context.json({ success: true, report }, 201);
    });
}

async function receiveResults({ files }: Dependencies, context: Context): Promise<ImportResult> {
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
  try {
    const format = ImportFormat.safeParse(form.fields.get("format"));
    if (!format.success) {
      throw new ApiError(400, "invalid_input", "Choose a format.");
    }
    return await readResults(format.data, () => createReadStream(file.path));
  } catch (error) {
    throw error instanceof ImportError ? new ApiError(422, "invalid_file", error.message) : error;
  } finally {
    await files.temporaryFiles.remove(file);
  }
}

function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists.");
}
