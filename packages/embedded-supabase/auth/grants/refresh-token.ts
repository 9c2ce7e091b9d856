import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { readBody } from "../http/request-body.ts";
import { REFRESH_PER_ADDRESS } from "../limits/rate-limits.ts";
import { refreshSession } from "../sessions/refresh-session.ts";

const BodySchema = z.object({ refresh_token: z.string().default("") });

/** Refreshes a session. Only rejected tokens count toward the rate limit. */
export async function refreshTokenGrant(auth: AuthContext, context: Context): Promise<object> {
  const { refresh_token: token } = await readBody(context, BodySchema);
  if (!token) {
    throw new AuthError(400, "validation_failed", "refresh token required");
  }
  const counter = { limit: REFRESH_PER_ADDRESS, subject: auth.clientAddress(context) };
  await auth.rateLimits.consume([counter]);
  const response = await refreshSession(auth, context, token);
  await auth.rateLimits.adjust({ refund: [counter] });
  return response;
}
