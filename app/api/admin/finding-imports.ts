import { hc } from "hono/client";
import { createAreaFetch } from "#app/api/client/area-fetch.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { createFormUpload } from "#app/api/client/upload-form.ts";
import type { SeverityChoices } from "#domain/findings/import/import-mapping.ts";
import type { ImportPreview } from "#domain/findings/import/import-preview.ts";
import type { ImportFormat } from "#domain/findings/import/imported-finding.ts";
import type { AdminApi } from "#server/api/admin/admin-api.ts";

/** The results of a tool, the project whose systems it tested, and the chosen severities of new drafts. */
export type ImportFile = {
  projectId: string;
  format: ImportFormat;
  file: File;
  severities: SeverityChoices;
};

/** Returns what an import would do. @throws {ApiError} 422 if the file is not of the format. */
export async function previewImport(file: ImportFile, signal: AbortSignal): Promise<ImportPreview> {
  const { projects } = createImportApi(file);
  const { preview } = await readJson(
    projects[":project"]["finding-imports"].preview.$post(
      { param: { project: file.projectId } },
      { init: { signal } },
    ),
  );
  return preview;
}

/** Returns what an import would do with each finding, as CSV. @throws {ApiError} 422 if the file is not of the format. */
export async function downloadImportPlan(file: ImportFile, signal: AbortSignal): Promise<Blob> {
  const { projects } = createImportApi(file);
  return await readFile(
    projects[":project"]["finding-imports"]["preview.csv"].$post(
      { param: { project: file.projectId } },
      { init: { signal } },
    ),
  );
}

/**
 * Imports the findings as drafts.
 * @throws {ApiError} 422 if the file is not of the format, or has rows with errors that are not skipped.
 */
export async function importFindings(
  file: ImportFile,
  { skipsInvalidRows, signal }: { skipsInvalidRows: boolean; signal: AbortSignal },
): Promise<ImportPreview> {
  const { projects } = createImportApi(file, { skipInvalidRows: String(skipsInvalidRows) });
  const { report } = await readJson(
    projects[":project"]["finding-imports"].$post(
      { param: { project: file.projectId } },
      { init: { signal } },
    ),
  );
  return report;
}

function createImportApi({ format, file, severities }: ImportFile, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  form.set("format", format);
  form.set("severities", JSON.stringify(severities));
  form.set("file", file);
  return hc<AdminApi>("/", {
    fetch: createAreaFetch(
      "admin",
      createFormUpload(form, () => {}),
    ),
  }).api.admin;
}
