/**
 * Lists the cards that span both columns: those with an open timeline, and a closed one that would otherwise be alone in a
 * row above an open one. Closed cards fill the rows in order.
 */
export function listWideCards(ids: readonly string[], openIds: ReadonlySet<string>): string[] {
  const closed = ids.filter((id) => !openIds.has(id));
  const last = closed.at(-1);
  const isAlone = closed.length % 2 === 1 && last !== ids.at(-1);
  return ids.filter((id) => openIds.has(id) || (isAlone && id === last));
}
