import { Hono } from "hono";
import { z } from "zod";
import { changeOwnAccount } from "../change-own-account.ts";
import { challengeFields, challengeOf } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { obviousWords, requireAcceptable } from "../passwords.ts";
import { mailPerAddress } from "../rate-limits.ts";
import { requireRecentSignIn } from "../recent-proof.ts";
import { redirectTarget } from "../redirects.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { inSteadyTime } from "../steady-time.ts";
import { requireUser, userAnswer } from "../users.ts";

const Body = z.object({
  email: Email.nullish(),
  password: z.string().nullish(),
  nonce: z.string().max(255).nullish(),
  data: Metadata.nullish(),
  ...challengeFields,
});

/** GET and PUT /user: the signed-in person's own account. */
export function user(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .get("/user", async (context) => {
      const { user } = await requirePerson(auth, context);
      return context.json(userAnswer(user));
    })
    .put("/user", async (context) => {
      const { claims, user, aal } = await requirePerson(auth, context);
      const body = await readBody(context, Body);
      const { password, email } = body;
      const newEmail = email && email !== user.email ? email : null;
      if ((password || newEmail) && user.has_factor && aal !== "aal2") {
        throw new AuthError(
          401,
          "insufficient_aal",
          "AAL2 session is required to update email or password when MFA is enabled.",
        );
      }
      if (password) {
        requireAcceptable(
          password,
          obviousWords(auth.publicUrl, newEmail ? [user.email, newEmail] : [user.email]),
        );
        await refuseSamePassword(auth, password, user.encrypted_password);
      }
      if (newEmail) {
        await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
        await auth.limits.take([{ limit: mailPerAddress, by: auth.clientAddress(context) }]);
      }
      const change = () =>
        changeOwnAccount(auth, claims, user, {
          password: password || null,
          nonce: body.nonce || null,
          newEmail,
          userMetadata: body.data ?? null,
          challenge: challengeOf(body),
          redirectTo: redirectTarget(auth, context.req.query("redirect_to")),
        });
      await (newEmail ? inSteadyTime(change) : change());
      return context.json(userAnswer(await requireUser(auth.pool, user.id)));
    });
}

async function refuseSamePassword(auth: AuthContext, password: string, hash: string | null): Promise<void> {
  if (await auth.passwords.isRight(password, hash))
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
}
