import type { Store } from "../../state/store.ts";
import type { OperationId } from "./operations.ts";
import { SquareApiError } from "./square-api-error.ts";

/** Longest keys that Square documents. Other operations document no limit. */
const MAX_KEY_LENGTHS: Partial<Record<OperationId, number>> = {
  CreateOrder: 192,
  CreateInvoice: 128,
  UpdateInvoice: 128,
  PublishInvoice: 128,
};
/** These operations have no idempotency key. */
const WITHOUT_KEY: ReadonlySet<OperationId> = new Set(["CancelInvoice", "DeleteInvoice"]);

/**
 * Runs `work` once per idempotency key. A repeated request gets the first response. The response is saved together with
 * the changes of `work`, so that a crash in between cannot cause a second effect.
 *
 * @throws {SquareApiError} if another request used the same key, or the key is too long
 */
export async function withIdempotency(
  store: Store,
  operation: OperationId,
  body: Record<string, unknown>,
  work: () => object | Promise<object>,
): Promise<object> {
  const key = body.idempotency_key;
  if (typeof key !== "string" || key === "" || WITHOUT_KEY.has(operation)) {
    return work();
  }
  if (key.length > (MAX_KEY_LENGTHS[operation] ?? Number.POSITIVE_INFINITY)) {
    throw new SquareApiError("VALUE_TOO_LONG", "The idempotency key is too long.", "idempotency_key");
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
  const record = (result: object) => {
    store.commit(({ state }) => {
      state.idempotency[recordKey] = { request, response: JSON.stringify(result) };
    });
    return result;
  };
  return store.batch(() => {
    const result = work();
    return result instanceof Promise ? result.then(record) : record(result);
  });
}
