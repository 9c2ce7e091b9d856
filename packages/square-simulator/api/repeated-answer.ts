import type { Store } from "../state/store.ts";
import { SquareFailure } from "./square-failure.ts";

/**
 * Does the work once for an idempotency key: the same request again gets the first answer,
 * another request with the same key is refused.
 */
export async function repeatedAnswer(
  store: Store,
  operation: string,
  body: Record<string, unknown>,
  work: () => object | Promise<object>,
): Promise<object> {
  const key = body.idempotency_key;
  if (typeof key !== "string" || key === "") return work();
  const slot = `${operation}/${key}`;
  const request = JSON.stringify(body);
  const known = store.state.idempotency[slot];
  if (known && known.request !== request) {
    throw new SquareFailure("IDEMPOTENCY_KEY_REUSED", "The idempotency key was used with another request.");
  }
  if (known) return JSON.parse(known.answer);
  const result = await work();
  store.commit(({ state }) => {
    state.idempotency[slot] = { request, answer: JSON.stringify(result) };
  });
  return result;
}
