import type { State } from "../../state/state.ts";
import type { Store } from "../../state/store.ts";

type KeyedItem<T> = { item: T; key: string };

/** Items with a unique sort key, in ascending order. */
export type SortedList<T> = readonly KeyedItem<T>[];

export function sortByKey<T>(items: readonly T[], sortKey: (item: T) => string): SortedList<T> {
  return items
    .map((item) => ({ item, key: sortKey(item) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * Returns a function that sorts records again only after the state has changed. Sorting 20,000 records for every page of
 * a list takes longer than a whole sync.
 */
export function sortOncePerRevision<T>(
  store: Store,
  sort: (state: State) => SortedList<T>,
): () => SortedList<T> {
  let sorted: { revision: number; list: SortedList<T> } | null = null;
  return () => {
    if (sorted?.revision !== store.revision) {
      sorted = { revision: store.revision, list: sort(store.state) };
    }
    return sorted.list;
  };
}

/** Returns the first `count` matching items after the cursor. `descending` reads the list from its end. */
export function selectAfter<T>(
  list: SortedList<T>,
  options: { after: string | null; count: number; isDescending: boolean; matches: (item: T) => boolean },
): KeyedItem<T>[] {
  const { after, count, isDescending, matches } = options;
  const step = isDescending ? -1 : 1;
  const selected: KeyedItem<T>[] = [];
  for (let index = findStart(list, after, isDescending); selected.length < count; index += step) {
    const entry = list[index];
    if (entry === undefined) {
      break;
    }
    if (matches(entry.item)) {
      selected.push(entry);
    }
  }
  return selected;
}

function findStart<T>(list: SortedList<T>, after: string | null, isDescending: boolean): number {
  if (after === null) {
    return isDescending ? list.length - 1 : 0;
  }
  // Binary search for the number of keys that come before `after`, or equal it in ascending order.
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const key = list[middle]?.key ?? "";
    if (key < after || (!isDescending && key === after)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return isDescending ? low - 1 : low;
}
