import { sanitizeFileName } from "#domain/documents/document-name.ts";

const MAX_TITLE_LENGTH = 100;

/** The number of a proposal, such as "P-0012", or "Draft" before it is first sent. */
export function getProposalReference(number: number | null): string {
  return number === null ? "Draft" : `P-${String(number).padStart(4, "0")}`;
}

/** The number in a reference such as "P-0012", or null for other texts. */
export function parseProposalNumber(text: string): number | null {
  const [, digits] = /^\s*p-?0*(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits ? Number(digits) : null;
}

/** The name of the PDF of a version, such as "Proposal P-0012 v2 Assistant assessment.pdf". */
export function getProposalFileName(
  { number, title }: { number: number | null; title: string },
  version: number,
): string {
  const reference = number === null ? "draft" : getProposalReference(number);
  return toFileName(`Proposal ${reference} v${version}`, title);
}

/** The name of the document with an accepted proposal. */
export function getAcceptedFileName({ number, title }: { number: number | null; title: string }): string {
  return toFileName(`Accepted proposal ${getProposalReference(number)}`, title);
}

function toFileName(prefix: string, title: string): string {
  // `sanitizeFileName` drops everything before a slash.
  const name = [...sanitizeFileName(title.replaceAll(/[\\/]/g, "-"))].slice(0, MAX_TITLE_LENGTH).join("");
  return `${[prefix, name].filter(Boolean).join(" ")}.pdf`;
}
