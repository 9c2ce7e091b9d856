import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { refreshPerAddress } from "../rate-limits.ts";
import { refreshSession } from "../refresh-session.ts";
import { readBody } from "../request-body.ts";

const Body = z.object({ refresh_token: z.string().default("") });

/** Goes on with a session. Only tokens that are refused count against the address. */
export async function refreshTokenGrant(auth: AuthContext, context: Context): Promise<object> {
  const { refresh_token: token } = await readBody(context, Body);
  if (!token) throw new AuthError(400, "validation_failed", "refresh token required");
  const counter = { limit: refreshPerAddress, by: auth.clientAddress(context) };
  await auth.limits.take([counter]);
  const answer = await refreshSession(auth, context, token);
  await auth.limits.settle({ givenBack: [counter] });
  return answer;
}
