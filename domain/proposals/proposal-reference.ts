import { sanitizeFileName } from "#domain/documents/document-name.ts";

const MAX_TITLE_LENGTH = 100;

/** The number of a proposal, such as "P-0012". */
export function getProposalReference(number: number): string {
  return `P-${String(number).padStart(4, "0")}`;
}

/** The name of the PDF of a version, such as "Proposal P-0012 v2 Assistant assessment.pdf". */
export function getProposalFileName(
  { number, title }: { number: number; title: string },
  version: number,
): string {
  return toFileName(`Proposal ${getProposalReference(number)} v${version}`, title);
}

/** The name of the document with an accepted proposal. */
export function getAcceptedFileName({ number, title }: { number: number; title: string }): string {
  return toFileName(`Accepted proposal ${getProposalReference(number)}`, title);
}

function toFileName(prefix: string, title: string): string {
  // `sanitizeFileName` drops everything before a slash.
  const name = [...sanitizeFileName(title.replaceAll(/[\\/]/g, "-"))].slice(0, MAX_TITLE_LENGTH).join("");
  return `${[prefix, name].filter(Boolean).join(" ")}.pdf`;
}
