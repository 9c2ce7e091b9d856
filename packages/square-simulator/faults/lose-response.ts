import type { Context } from "hono";
import { SquareApiError } from "../api/http/square-api-error.ts";
import { resetConnection } from "./connection-reset.ts";
import type { Fault } from "./fault.ts";

/** Longer than the timeout of any client. */
const NO_RESPONSE_MS = 120_000;

/** Replaces the response of an operation that has run, so that its caller does not know the outcome. */
export async function loseResponse(
  how: Extract<Fault, { kind: "lost-response" }>["how"],
  context: Context,
): Promise<Response> {
  if (how === "server-error") {
    const { errors } = new SquareApiError("GATEWAY_TIMEOUT", "Something went wrong.");
    return context.json({ errors }, 504);
  }
  if (how === "timeout") {
    await new Promise((resolve) => setTimeout(resolve, NO_RESPONSE_MS).unref());
  }
  return resetConnection(context);
}
