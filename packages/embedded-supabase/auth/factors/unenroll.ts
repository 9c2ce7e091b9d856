import { Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requireRecentSignIn } from "../recent-proof.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { lockedUser } from "../users.ts";
import { requireFactor } from "./factor.ts";
import { removeFactor } from "./remove-factor.ts";

/** DELETE /factors/{id}: a verified one only in a session that a second factor raised, and a recent one. */
export function unenrollFactor(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().delete("/factors/:id", async (context) => {
    const { claims, user, aal } = await requirePerson(auth, context);
    const id = context.req.param("id");
    await withTransaction(auth.pool, async (client) => {
      await lockedUser(client, user.id);
      const factor = await requireFactor(client, user.id, id);
      if (factor.status === "verified") {
        if (aal !== "aal2")
          throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
        await requireRecentSignIn(client, claims.session_id, auth.now());
      }
      await removeFactor(client, factor);
    });
    return context.json({ id });
  });
}
