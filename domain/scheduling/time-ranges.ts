/** A period in milliseconds since 1970. `end` is exclusive. */
export type TimeRange = { start: number; end: number };

/** Sorts ranges, and merges those that overlap or touch. Drops empty ranges. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of ranges
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) {
      last.end = Math.max(last.end, range.end);
    } else {
      merged.push({ ...range });
    }
  }
  return merged;
}

/** Whether a range overlaps any of the merged ranges. Touching is not overlapping. */
export function overlapsAny(merged: readonly TimeRange[], { start, end }: TimeRange): boolean {
  // Find the first range that ends after `start`.
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle]?.end ?? 0) > start) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  const candidate = merged[low];
  return candidate !== undefined && start < end && candidate.start < end;
}
