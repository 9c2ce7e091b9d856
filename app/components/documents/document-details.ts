import type { DocumentRow } from "#app/api/shared/documents.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { fileTypeLabel, formatFileSize } from "#domain/documents/document.ts";

/** Returns "PDF · 1.5 MB · Oct 14, 2025", with the date in the browser's time zone. */
export function formatDocumentDetails(document: DocumentRow): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    fileTypeLabel(document.mime_type),
    formatFileSize(document.file_size),
    formatInstantDate(document.uploaded_at, timeZone),
  ].join(" · ");
}

/** Accessible name for a version, such as "version 2 of Report.pdf". */
export function formatVersionName({ name, version }: DocumentRow): string {
  return version > 1 ? `version ${version} of ${name}` : name;
}
