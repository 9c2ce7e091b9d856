import { firmToday } from "#domain/firm/firm-today.ts";
import { extensionProblem, isExtendable } from "#domain/proposals/proposal-status.ts";
import type { ExtendProposal } from "#domain/proposals/proposals-api.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { rejectedChangeError, unknownProposalError } from "#server/proposals/proposal-errors.ts";
import { saveProposalDraft, sendProposal } from "#server/proposals/send-proposal.ts";
import { parseContent } from "#server/proposals/stored-content.ts";

type ExtendOptions = ExtendProposal & { now: Date };

/**
 * Sends the current version again as a new version with a later last day and the latest terms, and returns the new version.
 * The version that the client has read does not change. Also extends an expired proposal.
 * @throws {ApiError} 400 if the day is not later or the content can't be sent, 409 if the proposal has a draft, was decided
 * or withdrawn, or has a newer version
 */
export async function extendProposal(
  query: Query,
  id: string,
  { version, validUntil, now }: ExtendOptions,
): Promise<number> {
  const today = firmToday(now);
  const current = await readCurrentVersion(query, id);
  if (!isExtendable(current, today)) {
    throw rejectedChangeError("not-open");
  }
  if (current.version !== version) {
    throw rejectedChangeError("changed");
  }
  if (current.hasDraft) {
    throw new ApiError(
      409,
      "draft_exists",
      "This proposal has a draft of a new version. Send or discard the draft first.",
    );
  }
  const problem = extensionProblem(validUntil, { validUntil: current.validUntil, today });
  if (problem) {
    throw new ApiError(400, "invalid_input", problem);
  }
  const content = { ...current.content, validUntil };
  const revision = await saveProposalDraft(query, id, { revision: 0, baseVersion: version, content });
  // Saving the draft locks the proposal. Before that, it may have been declined or withdrawn.
  const [locked] = await query("select status from public.proposals where id = $1", [id]);
  if (!locked || !isExtendable({ status: locked.status, validUntil: current.validUntil }, today)) {
    throw rejectedChangeError("not-open");
  }
  return sendProposal(query, id, { revision, now });
}

async function readCurrentVersion(query: Query, id: string) {
  const [row] = await query(
    `select proposal.status, proposal.valid_until::text as valid_until, sent.version, sent.content,
            exists (select from public.proposal_versions as draft
                     where draft.proposal_id = proposal.id and draft.sent_at is null) as has_draft
       from public.proposals as proposal
       left join public.proposal_versions as sent
         on sent.proposal_id = proposal.id and sent.version = proposal.current_version
      where proposal.id = $1`,
    [id],
  );
  if (!row) {
    throw unknownProposalError();
  }
  if (row.version === null) {
    throw rejectedChangeError("not-open");
  }
  return {
    status: row.status,
    validUntil: row.valid_until,
    version: row.version,
    hasDraft: row.has_draft ?? false,
    content: parseContent(row.content),
  };
}
