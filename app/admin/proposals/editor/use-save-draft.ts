import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { saveProposalDraft } from "#app/api/admin/proposal-changes.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { type Proposal, proposalQuery } from "#app/api/shared/proposals.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import type { DraftContent } from "./draft-content.ts";

/**
 * Returns a function that saves the draft with the revision of the last save. If the response of a save is lost, the next one
 * continues from it instead of reporting a conflict.
 * @throws {ApiError} 409 if someone else saved the draft, or if the proposal was accepted.
 */
export function useSaveDraft(proposal: Proposal): (content: DraftContent) => Promise<void> {
  const queryClient = useQueryClient();
  const [latest] = proposal.proposal_versions;
  const isDraft = latest?.sent_at === null;
  const revision = useRef(isDraft ? latest.revision : 0);
  /** The sent version that the draft follows. A refetch must not change it. */
  const baseVersion = useRef(isDraft ? latest.version - 1 : (latest?.version ?? 0));
  /** Content whose response was lost. */
  const unconfirmed = useRef<string | null>(null);

  async function findUnconfirmedRevision(): Promise<number | null> {
    const stored = await queryClient.fetchQuery({ ...proposalQuery("admin", proposal.id), staleTime: 0 });
    const draft = stored?.proposal_versions.find(({ sent_at: sentAt }) => sentAt === null);
    return draft && JSON.stringify(draft.content) === unconfirmed.current ? draft.revision : null;
  }

  async function send(content: DraftContent): Promise<void> {
    revision.current = await saveProposalDraft(
      proposal.id,
      { revision: revision.current, baseVersion: baseVersion.current },
      content,
    );
    unconfirmed.current = null;
  }

  return async (content) => {
    try {
      await send(content);
    } catch (error) {
      if (error instanceof ApiError && error.isRetryable) {
        unconfirmed.current = serialize(content);
      }
      const isConflict = error instanceof ApiError && error.code === "edit_conflict";
      const stored = isConflict && unconfirmed.current ? await findUnconfirmedRevision() : null;
      if (stored === null) {
        throw error;
      }
      revision.current = stored;
      await send(content);
    }
    // The pages of the proposal load the draft when they are opened.
    await queryClient.invalidateQueries({ queryKey: [PROPOSALS_KEY], refetchType: "none" });
  };
}

/** The content as the server stores it. */
function serialize(content: DraftContent): string {
  return JSON.stringify(ProposalContent.parse({ ...content, terms: null }));
}
