import type { Context } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { redeemCode } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { codePerAddress } from "../rate-limits.ts";
import { readBody } from "../request-body.ts";
import { openSession, sessionAnswer } from "../sessions.ts";
import { noteSignIn, notingRefusals } from "../sign-in-attempts.ts";
import { isBanned, lockedUser } from "../users.ts";

const Body = z.object({
  auth_code: z.string().max(255).default(""),
  code_verifier: z.string().max(255).nullish(),
});

/** Exchanges the code of a link for a session, in the browser that asked for the link (PKCE). */
export async function codeGrant(auth: AuthContext, context: Context): Promise<object> {
  const { auth_code: code, code_verifier: verifier } = await readBody(context, Body);
  if (!code || !verifier) {
    throw new AuthError(
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  }
  const refusals = { auth, context, by: "wrong-link" } as const;
  return notingRefusals(refusals, () => exchange(auth, context, code, verifier));
}

async function exchange(
  auth: AuthContext,
  context: Context,
  code: string,
  verifier: string,
): Promise<object> {
  const counter = { limit: codePerAddress, by: auth.clientAddress(context) };
  await auth.limits.take([counter]);
  const outcome = await withTransaction(auth.pool, async (client) => {
    const redeemed = await redeemCode(client, { code, verifier, at: auth.now() });
    if ("refused" in redeemed) return redeemed;
    const user = await lockedUser(client, redeemed.userId);
    if (!user) return { refused: new AuthError(404, "user_not_found", "User not found") };
    if (isBanned(user, auth.now())) return { refused: new AuthError(403, "user_banned", "User is banned") };
    const opened = await openSession(auth, context, user, redeemed.method, client);
    return opened ?? { refused: new AuthError(404, "user_not_found", "User not found") };
  });
  if ("refused" in outcome) throw outcome.refused;
  await auth.limits.settle({ givenBack: [counter] });
  await noteSignIn(auth, context, outcome.user);
  return sessionAnswer(auth, outcome);
}
