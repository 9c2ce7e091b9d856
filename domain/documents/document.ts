import { listKeys } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type DocumentCategory = Tables<"documents">["category"];

/** Category labels, in display order. */
export const DOCUMENT_CATEGORIES = {
  contract: "Contract",
  report: "Report",
  deliverable: "Deliverable",
  invoice: "Invoice",
  other: "Other",
} satisfies Record<DocumentCategory, string>;

/** Options for the category select. */
export const DOCUMENT_CATEGORY_OPTIONS = listKeys(DOCUMENT_CATEGORIES).map((value) => ({
  value,
  label: DOCUMENT_CATEGORIES[value],
}));

/** Returns the category with this name, or undefined if there is none. */
export function findDocumentCategory(name: string): DocumentCategory | undefined {
  return listKeys(DOCUMENT_CATEGORIES).find((category) => category === name);
}

const BYTES_PER_KB = 1024;

/** Label for a stored category. Unknown categories are shown as "Other". */
export function documentCategoryLabel(storedCategory: DocumentCategory): string {
  return DOCUMENT_CATEGORIES[findDocumentCategory(storedCategory) ?? "other"];
}

/** Type shown to clients, who download all other types the same way. */
export function fileTypeLabel(mimeType: string): "PDF" | "FILE" {
  return mimeType.toLowerCase().includes("pdf") ? "PDF" : "FILE";
}

/** Formats other than PDF. */
const FORMAT_LABELS: ReadonlyMap<string, string> = new Map([
  ["image/png", "PNG"],
  ["image/jpeg", "JPEG"],
  ["application/msword", "DOC"],
  ["application/vnd.ms-excel", "XLS"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "DOCX"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "XLSX"],
]);

/** Type shown to administrators, such as "PNG". */
export function fileFormatLabel(mimeType: string): string {
  return FORMAT_LABELS.get(mimeType.toLowerCase()) ?? fileTypeLabel(mimeType);
}

const PREVIEWABLE_MIME_TYPES = new Set(["application/pdf", "image/png", "image/jpeg"]);

/** Whether a browser can display this type without executing its content. */
export function isPreviewable(mimeType: string): boolean {
  return PREVIEWABLE_MIME_TYPES.has(mimeType);
}

/** Formats bytes, such as "512 B", "1.5 KB" or "1.5 MB". 1 KB is 1024 bytes, and "1024.0 KB" is shown as "1.0 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KB) {
    return `${bytes} B`;
  }
  const kilobytes = bytes / BYTES_PER_KB;
  if (Number(kilobytes.toFixed(1)) < BYTES_PER_KB) {
    return `${kilobytes.toFixed(1)} KB`;
  }
  return `${(kilobytes / BYTES_PER_KB).toFixed(1)} MB`;
}
