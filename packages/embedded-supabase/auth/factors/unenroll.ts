import { Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import { lockUser } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";
import { requireFactor } from "./factor.ts";
import { removeFactor } from "./remove-factor.ts";

/** DELETE /factors/{id}: removes a factor. A verified factor requires aal2 and a recent sign-in. */
export function unenrollRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().delete("/factors/:id", async (context) => {
    const { claims, user, aal } = await requireSession(auth, context);
    const id = context.req.param("id");
    await withTransaction(auth.pool, async (client) => {
      await lockUser(client, user.id);
      const factor = await requireFactor(client, user.id, id);
      if (factor.status === "verified") {
        if (aal !== "aal2") {
          throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
        }
        await requireRecentSignIn(client, claims.session_id, auth.now());
      }
      await removeFactor(client, factor);
    });
    return context.json({ id });
  });
}
