import { sanitizeFileName } from "#domain/documents/document-name.ts";

/** Returns the name of a downloaded statement, such as "statement-Northwind.pdf". */
export function statementFileName(company: string, extension: "pdf" | "csv"): string {
  return sanitizeFileName(`statement-${company.replaceAll(/[\\/]/g, "-")}.${extension}`);
}
