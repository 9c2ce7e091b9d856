import type { Context } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { isBanned, lockUser } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { readBody } from "../http/request-body.ts";
import { CODE_PER_ADDRESS } from "../limits/rate-limits.ts";
import { redeemAuthCode } from "../links/pkce.ts";
import { createSessionResponse, openSession } from "../sessions/sessions.ts";
import { recordFailures, recordSignIn } from "../sessions/sign-in-attempts.ts";

const BodySchema = z.object({
  auth_code: z.string().max(255).default(""),
  code_verifier: z.string().max(255).nullish(),
});

/** Exchanges the code of a link for a session, in the browser that requested the link (PKCE). */
export async function pkceGrant(auth: AuthContext, context: Context): Promise<object> {
  const { auth_code: code, code_verifier: verifier } = await readBody(context, BodySchema);
  if (!code || !verifier) {
    throw new AuthError(
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  }
  const attempt = { auth, context, failureOutcome: "wrong-link" } as const;
  return recordFailures(attempt, () => exchangeCode(auth, context, code, verifier));
}

async function exchangeCode(
  auth: AuthContext,
  context: Context,
  code: string,
  verifier: string,
): Promise<object> {
  const counter = { limit: CODE_PER_ADDRESS, subject: auth.clientAddress(context) };
  await auth.rateLimits.consume([counter]);
  const result = await withTransaction(auth.pool, async (client) => {
    const redeemed = await redeemAuthCode(client, { code, verifier, at: auth.now() });
    if ("error" in redeemed) {
      return redeemed;
    }
    const user = await lockUser(client, redeemed.userId);
    if (!user) {
      return { error: new AuthError(404, "user_not_found", "User not found") };
    }
    if (isBanned(user, auth.now())) {
      return { error: new AuthError(403, "user_banned", "User is banned") };
    }
    const opened = await openSession(auth, context, user, redeemed.method, client);
    return opened ?? { error: new AuthError(404, "user_not_found", "User not found") };
  });
  if ("error" in result) {
    throw result.error;
  }
  await auth.rateLimits.adjust({ refund: [counter] });
  await recordSignIn(auth, context, result.user);
  return createSessionResponse(auth, result);
}
