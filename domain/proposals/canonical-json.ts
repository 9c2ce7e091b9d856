/**
 * Serializes a JSON value so that equal values have equal text: object keys are sorted and there is no whitespace. The hash
 * of a proposal is computed from this text, because PostgreSQL does not keep the order of keys.
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
