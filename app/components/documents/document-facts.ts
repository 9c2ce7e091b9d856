import type { DocumentRow } from "#app/api/documents.ts";
import { fileSize, fileTypeLabel } from "#domain/document.ts";
import { formatDay } from "#domain/relative-time.ts";

/** "PDF · 1.5 MB · Oct 14, 2025", the day in the reader's time zone. */
export function documentFacts(document: DocumentRow): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    fileTypeLabel(document.mime_type),
    fileSize(document.file_size),
    formatDay(document.uploaded_at, timeZone),
  ].join(" · ");
}

/** What a button says it acts on, so that the versions of one document are told apart. */
export function versionName({ name, version }: DocumentRow): string {
  return version > 1 ? `version ${version} of ${name}` : name;
}
