import type { Instant } from "#domain/dates/instant.ts";

type Comment = { author_role: "client" | "admin"; created_at: Instant };

/**
 * The last comment of each conversation in which the client wrote last, so that it is waiting for a reply. Longest waiting
 * first.
 * @param comments newest first
 * @param getConversation the id of what was commented on
 */
export function findUnanswered<Item extends Comment>(
  comments: readonly Item[],
  getConversation: (comment: Item) => string,
): Item[] {
  const latest = new Map<string, Item>();
  for (const comment of comments) {
    const conversation = getConversation(comment);
    if (!latest.has(conversation)) {
      latest.set(conversation, comment);
    }
  }
  return [...latest.values()].filter(({ author_role: role }) => role === "client").reverse();
}
