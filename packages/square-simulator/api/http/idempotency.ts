import type { Store } from "../../state/store.ts";
import { SquareApiError } from "./square-api-error.ts";

/**
 * Runs `work` once per idempotency key. A repeated request gets the first response.
 *
 * @throws {SquareApiError} if another request used the same key
 */
export async function withIdempotency(
  store: Store,
  operation: string,
  body: Record<string, unknown>,
  work: () => object | Promise<object>,
): Promise<object> {
  const key = body.idempotency_key;
  if (typeof key !== "string" || key === "") {
    return work();
  }
  const recordKey = `${operation}/${key}`;
  const request = JSON.stringify(body);
  const previous = store.state.idempotency[recordKey];
  if (previous && previous.request !== request) {
    throw new SquareApiError("IDEMPOTENCY_KEY_REUSED", "The idempotency key was used with another request.");
  }
  if (previous) {
    return JSON.parse(previous.response);
  }
  const result = await work();
  store.commit(({ state }) => {
    state.idempotency[recordKey] = { request, response: JSON.stringify(result) };
  });
  return result;
}
