import { formatFileSize } from "#domain/documents/document.ts";

/** File types that the file picker and the server accept. */
export const DOCUMENT_EXTENSIONS = ["pdf", "doc", "docx", "xls", "xlsx", "png", "jpg", "jpeg"] as const;

/** Maximum file size: 50 MB, where 1 MB is 1024 KB. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

export const MAX_FILE_NAME_LENGTH = 255;

/**
 * Returns a validation message for a selected file, or null if it is valid. Used before the upload. The server also
 * checks the content.
 */
export function validateUpload({ name, size }: { name: string; size: number }): string | null {
  if (!hasAcceptedExtension(name)) {
    return "Only PDF, Word, Excel, PNG and JPEG files can be uploaded";
  }
  if ([...name].length > MAX_FILE_NAME_LENGTH) {
    return "The file name is longer than 255 characters";
  }
  if (size === 0) {
    return "The file is empty";
  }
  if (size > MAX_DOCUMENT_BYTES) {
    return `The file is ${formatExcessSize(size)}. The maximum is 50MB`;
  }
  return null;
}

export function hasAcceptedExtension(name: string): boolean {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && DOCUMENT_EXTENSIONS.some((accepted) => accepted === extension);
}

// Avoids "The file is 50.0 MB. The maximum is 50MB" for a file a few bytes too large.
function formatExcessSize(size: number): string {
  const formattedSize = formatFileSize(size);
  return formattedSize === formatFileSize(MAX_DOCUMENT_BYTES) ? "slightly over 50 MB" : formattedSize;
}
