import { firmToday } from "#domain/firm/firm-today.ts";
import { toDollars } from "#domain/money/money.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { findSendingProblems, listPlaceholders } from "#domain/proposals/proposal-problems.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { SaveProposalDraft } from "#domain/proposals/proposals-api.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { rejectedChangeError } from "#server/proposals/proposal-errors.ts";
import { hashContent, parseContent } from "#server/proposals/stored-content.ts";

/**
 * Saves the draft as the calling administrator, and returns its new revision.
 * @throws {ApiError} 409 if someone else saved it or sent a newer version, or the client has accepted the proposal
 */
export async function saveProposalDraft(
  query: Query,
  id: string,
  { revision, baseVersion, content }: SaveProposalDraft,
): Promise<number> {
  // Sending copies the terms.
  const draft = { ...content, terms: null };
  const [row] = await query(
    "select outcome, revision from endpoints.save_proposal_draft($1, $2, $3, $4, $5, $6, $7)",
    [
      id,
      revision,
      baseVersion,
      JSON.stringify(draft),
      draft.title,
      toDollars(proposalTotals(draft).total),
      draft.validUntil,
    ],
  );
  if (row?.outcome !== "saved" || row.revision === null) {
    throw rejectedChangeError(row?.outcome);
  }
  return row.revision;
}

/**
 * Sends the draft as the calling administrator, and returns the version. The version contains the latest terms.
 * @throws {ApiError} 400 if the draft is incomplete or contains placeholders, or 409 if it cannot be sent
 */
export async function sendProposal(
  query: Query,
  id: string,
  { revision, now }: { revision: number; now: Date },
): Promise<number> {
  const [draft] = await query(
    "select content from public.proposal_versions where proposal_id = $1 and sent_at is null",
    [id],
  );
  if (!draft) {
    const [proposal] = await query("select status from public.proposals where id = $1", [id]);
    throw rejectedChangeError(proposal ? "no-draft" : "unknown");
  }
  const content = await withTerms(query, parseContent(draft.content));
  const [problem] = findSendingProblems(content, firmToday(now));
  if (problem) {
    throw new ApiError(400, "incomplete", problem.message);
  }
  const [placeholder] = listPlaceholders(content);
  if (placeholder) {
    throw new ApiError(400, "incomplete", `Replace ${placeholder.text} before you send the proposal.`);
  }
  const [row] = await query(
    "select outcome, version from endpoints.send_proposal($1, $2, $3, $4, $5, $6, $7)",
    [
      id,
      revision,
      JSON.stringify(content),
      hashContent(content),
      content.title,
      toDollars(proposalTotals(content).total),
      content.validUntil,
    ],
  );
  if (row?.outcome !== "sent" || row.version === null) {
    throw rejectedChangeError(row?.outcome);
  }
  return row.version;
}

async function withTerms(query: Query, content: ProposalContent): Promise<ProposalContent> {
  const [terms] = await query(
    "select version, body from public.proposal_terms order by version desc limit 1",
  );
  return { ...content, terms: terms ?? null };
}
