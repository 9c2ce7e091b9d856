export type DocumentCategory = "contract" | "report" | "deliverable" | "invoice" | "other";

/** Categories and their words, in the order selects show them. */
export const DOCUMENT_CATEGORIES = {
  contract: "Contract",
  report: "Report",
  deliverable: "Deliverable",
  invoice: "Invoice",
  other: "Other",
} satisfies Record<DocumentCategory, string>;

const BYTES_A_KB = 1024;

/** The word for a stored category; one this version does not know counts as other. */
export function documentCategory(stored: string): string {
  return (
    Object.entries(DOCUMENT_CATEGORIES).find(([category]) => category === stored)?.[1] ??
    DOCUMENT_CATEGORIES.other
  );
}

/** "PDF" when the type contains pdf, else "FILE" (specification section 2). */
export function fileTypeLabel(mimeType: string): "PDF" | "FILE" {
  return mimeType.toLowerCase().includes("pdf") ? "PDF" : "FILE";
}

const PREVIEWABLE = new Set(["application/pdf", "image/png", "image/jpeg"]);

/** Whether a browser can show files of this type without running anything of them. */
export function isPreviewable(mimeType: string): boolean {
  return PREVIEWABLE.has(mimeType);
}

/** Bytes as "512 B", "1.5 KB" or "1.5 MB"; a KB is 1024 bytes. Never "1024.0 KB": that is 1.0 MB. */
export function fileSize(bytes: number): string {
  if (bytes < BYTES_A_KB) return `${bytes} B`;
  const kilobytes = bytes / BYTES_A_KB;
  if (Number(kilobytes.toFixed(1)) < BYTES_A_KB) return `${kilobytes.toFixed(1)} KB`;
  return `${(kilobytes / BYTES_A_KB).toFixed(1)} MB`;
}
