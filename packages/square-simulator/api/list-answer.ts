import type { Behaviour } from "../options.ts";

/** A list in Square's shape: the cursor only when there is more, an empty list as the switch says. */
export function listAnswer<T>(
  name: string,
  page: { items: T[]; cursor?: string },
  behaviour: Pick<Behaviour, "emptyLists">,
): Record<string, unknown> {
  if (page.items.length === 0) return behaviour.emptyLists === "array" ? { [name]: [] } : {};
  return { [name]: page.items, ...(page.cursor ? { cursor: page.cursor } : {}) };
}
