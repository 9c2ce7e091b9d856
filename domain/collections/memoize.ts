/**
 * Returns a function that computes each result once. Parameters must be JSON values. When `maxResults` different ones are
 * stored, all are dropped, which limits the memory if visitors choose the parameters.
 */
export function memoize<Params extends readonly unknown[], Result>(
  compute: (...params: Params) => Result,
  maxResults: number,
): (...params: Params) => Result {
  const results = new Map<string, { result: Result }>();
  return (...params) => {
    const key = JSON.stringify(params);
    const stored = results.get(key);
    if (stored) {
      return stored.result;
    }
    if (results.size >= maxResults) {
      results.clear();
    }
    const result = compute(...params);
    results.set(key, { result });
    return result;
  };
}
