/**
 * Lists the cards that span both columns: those with an open timeline, and a closed one that would otherwise be alone in a
 * row above an open one. Cards are not reordered, so that the keyboard order matches the visual order.
 */
export function listWideCards(ids: readonly string[], openIds: ReadonlySet<string>): string[] {
  let isSecondInRow = false;
  return ids.filter((id, index) => {
    const isWide = openIds.has(id) || (!isSecondInRow && openIds.has(ids[index + 1] ?? ""));
    isSecondInRow = !isWide && !isSecondInRow;
    return isWide;
  });
}
