import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { addProposalComment, proposalCommentsQuery } from "#app/api/shared/proposals.ts";
import { CommentForm, CommentThread } from "#app/components/comment-thread.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";

type ProposalCommentsProps = { area: Area; proposal: { id: string; client_id: string }; hint: string };

/** The conversation about a sent proposal. */
export function ProposalComments({ area, proposal, hint }: ProposalCommentsProps) {
  const queryClient = useQueryClient();
  const comments = useQuery(proposalCommentsQuery(area, proposal.id));
  return (
    <CommentThread
      id="proposal-comments"
      comments={comments}
      form={
        <CommentForm
          key={proposal.id}
          draftName={`proposal-comment-${proposal.id}`}
          maxLength={PROPOSAL_LIMITS.comment}
          hint={hint}
          onAdd={(body) => addProposalComment(area, proposal, body)}
          onAdded={() =>
            queryClient.invalidateQueries({ queryKey: proposalCommentsQuery(area, proposal.id).queryKey })
          }
        />
      }
    />
  );
}
