import type { Context, Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import type { AccessToken } from "../state/state.ts";
import { authorize } from "./authorize.ts";
import type { OperationId } from "./operations.ts";
import { operationOf } from "./operations.ts";
import { repeatedAnswer } from "./repeated-answer.ts";
import { SquareFailure, TokenRefusal } from "./square-failure.ts";

export type Body = Record<string, unknown>;

/** One authorized call of an operation. */
export type Call = {
  body: Body;
  query: Record<string, string>;
  /** The id in the path, or an empty text. */
  id: string;
  header: (name: string) => string | undefined;
  token: AccessToken | null;
  now: Date;
};

/**
 * Answers one operation: faults first, then the token, the body and repeated requests, then the work.
 * `work` returns the JSON of a 200 answer and throws SquareFailure for everything else.
 */
export function answer(
  app: Hono,
  simulation: Simulation,
  id: OperationId,
  work: (call: Call) => object | Promise<object>,
): void {
  const { method, path } = operationOf(id);
  app.on(method.toUpperCase(), path, async (context) => {
    const call = simulation.faults.begin(id);
    try {
      const early = await call.before(context, simulation.store);
      if (early) return early;
      const { state, now } = simulation.store;
      const header = context.req.header("authorization");
      const { token } = authorize(state, simulation.personalAccessToken, id, header, now());
      const body = await bodyOf(context);
      const result = await repeatedAnswer(simulation.store, id, body, () =>
        work({
          body: call.ignoresCursor ? { ...body, cursor: undefined } : body,
          query: queryOf(context, call.ignoresCursor),
          id: context.req.param("id") ?? "",
          header: (name) => context.req.header(name),
          token,
          now: now(),
        }),
      );
      return context.json(call.after(result));
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const isFlat = error instanceof TokenRefusal && simulation.behaviour.tokenErrors === "flat";
      return context.json(isFlat ? error.flat : { errors: error.errors }, error.status);
    }
  });
}

function queryOf(context: Context, ignoresCursor: boolean): Record<string, string> {
  const { cursor, ...query } = context.req.query();
  return cursor === undefined || ignoresCursor ? query : { ...query, cursor };
}

async function bodyOf(context: Context): Promise<Body> {
  if (context.req.method === "GET" || context.req.method === "DELETE") return {};
  const text = await context.req.text();
  if (text === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new SquareFailure("EXPECTED_JSON_BODY", "The request body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new SquareFailure("EXPECTED_OBJECT", "The request body must be a JSON object.");
  }
  return { ...body };
}
