import { sanitizeFileName } from "#domain/documents/document-name.ts";

const MAX_PROJECT_NAME_LENGTH = 100;

type NamedProject = { number: number; name: string };

const REPORT_TITLE = "Report";

/** What the names of all reports start with. */
export function getReportNamePrefix(prefix: string): string {
  return `${REPORT_TITLE} ${prefix}-`;
}

/** The name of the document with a project's report, such as "Report WL-12 Chatbot assessment.pdf". */
export function getReportName(prefix: string, project: NamedProject): string {
  return getDocumentName(REPORT_TITLE, prefix, project);
}

/** The name of the document with a project's letter of attestation. */
export function getLetterName(prefix: string, project: NamedProject): string {
  return getDocumentName("Letter of attestation", prefix, project);
}

function getDocumentName(title: string, prefix: string, { number, name }: NamedProject): string {
  // `sanitizeFileName` drops everything before a slash.
  const projectName = [...sanitizeFileName(name.replaceAll(/[\\/]/g, "-"))]
    .slice(0, MAX_PROJECT_NAME_LENGTH)
    .join("");
  const reference = `${prefix}-${String(number).padStart(2, "0")}`;
  return `${[title, reference, projectName].filter(Boolean).join(" ")}.pdf`;
}
