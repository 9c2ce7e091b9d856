import type { Instant } from "#domain/dates/instant.ts";

type Comment = { proposal_id: string; author_role: "client" | "admin"; created_at: Instant };

/**
 * The last comment of each proposal whose last comment is by the client, so it is waiting for a reply. Longest waiting first.
 * @param comments newest first
 */
export function findUnanswered<Each extends Comment>(comments: readonly Each[]): Each[] {
  const latest = new Map<string, Each>();
  for (const comment of comments) {
    if (!latest.has(comment.proposal_id)) {
      latest.set(comment.proposal_id, comment);
    }
  }
  return [...latest.values()].filter(({ author_role: role }) => role === "client").reverse();
}
