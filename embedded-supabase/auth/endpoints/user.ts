import { Hono } from "hono";
import { z } from "zod";
import { changeAccount } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requireAcceptable } from "../passwords.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { requireUser, userAnswer } from "../users.ts";

const Body = z.object({
  email: Email.nullish(),
  password: z.string().nullish(),
  data: Metadata.nullish(),
});

/** GET and PUT /user: the signed-in person's own account. */
export function user(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .get("/user", async (context) => {
      const { user } = await requirePerson(auth, context);
      return context.json(userAnswer(user));
    })
    .put("/user", async (context) => {
      const { claims, user } = await requirePerson(auth, context);
      const { email, password, data } = await readBody(context, Body);
      if ((password || email) && user.has_factor && claims.aal !== "aal2") {
        throw new AuthError(
          401,
          "insufficient_aal",
          "AAL2 session is required to update email or password when MFA is enabled.",
        );
      }
      if (email && email !== user.email) {
        throw new AuthError(422, "email_provider_disabled", "Changing the email address is not available");
      }
      if (password) {
        requireAcceptable(password);
        if (await auth.passwords.isRight(password, user.encrypted_password)) {
          throw new AuthError(
            422,
            "same_password",
            "New password should be different from the old password.",
          );
        }
      }
      await changeAccount(auth, user.id, {
        password: password ?? undefined,
        userMetadata: data ?? undefined,
        keepSession: claims.session_id,
      });
      return context.json(userAnswer(await requireUser(auth.pool, user.id)));
    });
}
