import type { Behavior } from "../../options.ts";

/** Formats a list as Square does. `behavior.emptyLists` selects the format of an empty list. */
export function formatListResponse<T>(
  name: string,
  page: { items: T[]; cursor?: string },
  behavior: Pick<Behavior, "emptyLists">,
): Record<string, unknown> {
  if (page.items.length === 0) {
    return behavior.emptyLists === "array" ? { [name]: [] } : {};
  }
  return { [name]: page.items, ...(page.cursor ? { cursor: page.cursor } : {}) };
}
