import { fileSize } from "#domain/document.ts";

/** What the file picker offers and the server accepts (specification section 5). */
export const DOCUMENT_EXTENSIONS = ["pdf", "doc", "docx", "xls", "xlsx", "png", "jpg", "jpeg"] as const;

/** The stated maximum of 50MB, in megabytes of 1024 KB, as sizes are shown. */
export const MOST_DOCUMENT_BYTES = 50 * 1024 * 1024;

/** The longest name a document keeps, in characters. */
export const MOST_NAME_CHARACTERS = 255;

/**
 * What keeps a file from becoming a document, in words for whoever chose it; null when nothing does. Told before a
 * byte is sent; what the file holds is the server's to find out.
 */
export function documentProblem({ name, size }: { name: string; size: number }): string | null {
  if (!isAcceptedName(name)) return "Only PDF, Word, Excel, PNG and JPEG files can be uploaded";
  if ([...name].length > MOST_NAME_CHARACTERS) return "The file’s name is longer than 255 characters";
  if (size === 0) return "The file is empty";
  if (size > MOST_DOCUMENT_BYTES) return `The file is ${sizeAbove(size)}; 50MB is the maximum`;
  return null;
}

/** Whether the name ends in an accepted extension, in whatever case. */
export function isAcceptedName(name: string): boolean {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && DOCUMENT_EXTENSIONS.some((accepted) => accepted === extension);
}

// "50.0 MB; 50MB is the maximum" would help nobody who is a few bytes above it.
function sizeAbove(size: number): string {
  const shown = fileSize(size);
  return shown === fileSize(MOST_DOCUMENT_BYTES) ? "just above 50 MB" : shown;
}
