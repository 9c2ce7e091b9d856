import type { Context, Hono } from "hono";
import type { Simulation } from "../../simulation.ts";
import type { AccessToken } from "../../state/state.ts";
import { authorize } from "./authorize.ts";
import { withIdempotency } from "./idempotency.ts";
import type { OperationId } from "./operations.ts";
import { getOperation } from "./operations.ts";
import { SquareApiError, TokenError } from "./square-api-error.ts";

export type RequestBody = Record<string, unknown>;

/** An authorized call of an operation. */
export type OperationCall = {
  body: RequestBody;
  query: Record<string, string>;
  /** The id in the path, or an empty string. */
  id: string;
  /** The id of the action in the path, or an empty string. */
  actionId: string;
  header: (name: string) => string | undefined;
  token: AccessToken | null;
  now: Date;
};

/**
 * Registers an operation. Each call applies planned faults, checks the token, parses the body and handles idempotency
 * before it runs `handler`, which returns the JSON of a 200 response or throws a `SquareApiError`.
 */
export function handleOperation(
  app: Hono,
  simulation: Simulation,
  id: OperationId,
  handler: (call: OperationCall) => object | Promise<object>,
): void {
  const { method, path } = getOperation(id);
  app.on(method.toUpperCase(), path, async (context) => {
    const callFaults = simulation.faultQueue.startCall(id);
    try {
      const faultResponse = await callFaults.before(context, simulation.store);
      if (faultResponse) {
        return faultResponse;
      }
      const { state, now } = simulation.store;
      const header = context.req.header("authorization");
      const { token } = authorize(state, simulation.personalAccessToken, id, header, now());
      const body = await readBody(context);
      const result = await withIdempotency(simulation.store, id, body, () =>
        handler({
          body: callFaults.ignoresCursor ? { ...body, cursor: undefined } : body,
          query: readQuery(context, callFaults.ignoresCursor),
          id: context.req.param("id") ?? "",
          actionId: context.req.param("action_id") ?? "",
          header: (name) => context.req.header(name),
          token,
          now: now(),
        }),
      );
      const lostResponse = await callFaults.lose(context);
      if (lostResponse) {
        return lostResponse;
      }
      const response = STALE_READS.has(id)
        ? applyStaleRead(simulation, `${id} ${context.req.path}`, result, callFaults.isStale)
        : result;
      return context.json(callFaults.after(response));
    } catch (error) {
      if (!(error instanceof SquareApiError)) {
        throw error;
      }
      const isFlat = error instanceof TokenError && simulation.behavior.tokenErrors === "flat";
      return context.json(isFlat ? error.flat : { errors: error.errors }, error.status);
    }
  });
}

/** Reads of single records, which Square may serve from a replica that lags behind. */
const STALE_READS: ReadonlySet<OperationId> = new Set([
  "GetInvoice",
  "BatchRetrieveOrders",
  "GetPayment",
  "GetPaymentRefund",
]);

function applyStaleRead(
  { faultQueue }: Simulation,
  request: string,
  result: object,
  isStale: boolean,
): object {
  // Records are stale one by one, regardless of the others in a batch.
  if ("orders" in result && Array.isArray(result.orders)) {
    const orders = result.orders.flatMap((order) => {
      return faultQueue.replaceStale(`${request} ${order.id}`, order, isStale) ?? [];
    });
    return orders.length > 0 ? { ...result, orders } : {};
  }
  const response = faultQueue.replaceStale(request, result, isStale);
  if (response) {
    return response;
  }
  throw new SquareApiError("NOT_FOUND", "Resource not found.");
}

function readQuery(context: Context, ignoresCursor: boolean): Record<string, string> {
  const { cursor, ...query } = context.req.query();
  return cursor === undefined || ignoresCursor ? query : { ...query, cursor };
}

async function readBody(context: Context): Promise<RequestBody> {
  if (context.req.method === "GET" || context.req.method === "DELETE") {
    return {};
  }
  const text = await context.req.text();
  if (text === "") {
    return {};
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new SquareApiError("EXPECTED_JSON_BODY", "The request body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new SquareApiError("EXPECTED_OBJECT", "The request body must be a JSON object.");
  }
  return { ...body };
}
