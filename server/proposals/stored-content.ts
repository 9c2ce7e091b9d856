import { createHash } from "node:crypto";
import { toCanonicalJson } from "#domain/proposals/canonical-json.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";

/** Parses the content of a stored version or template. */
export function parseContent(stored: unknown): ProposalContent {
  return ProposalContent.parse(stored);
}

/** The SHA-256 of the content as canonical JSON, which identifies what a client accepts. */
export function hashContent(content: ProposalContent): string {
  return createHash("sha256").update(toCanonicalJson(content)).digest("hex");
}
