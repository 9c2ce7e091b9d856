import { Hono } from "hono";
import { queryRows } from "../../query.ts";
import { withTransaction } from "../../transaction.ts";
import { lockUser } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { requireEmailInterval } from "../links/email-interval.ts";
import { issueToken, revokeTokensOfType } from "../links/one-time-tokens.ts";

/** GET /reauthenticate: emails a single-use nonce that confirms that the user still controls the mailbox. */
export function reauthenticateRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().get("/reauthenticate", async (context) => {
    const { user } = await requireSession(auth, context);
    if (!user.email_confirmed_at) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    const at = auth.now();
    await withTransaction(auth.pool, async (client) => {
      const locked = await lockUser(client, user.id);
      requireEmailInterval(locked?.reauthentication_sent_at ?? null, at);
      await queryRows(client, "update auth.users set reauthentication_sent_at = $2 where id = $1", [
        user.id,
        at,
      ]);
      await revokeTokensOfType(client, user.id, "reauthentication");
      const { token: nonce, expiresAt } = await issueToken(client, {
        userId: user.id,
        purpose: "reauthentication",
        email: user.email,
        at,
      });
      await auth.queueEmail(client, {
        kind: "reauthentication",
        to: user.email,
        userId: user.id,
        nonce,
        expiresAt,
      });
    });
    return context.json({});
  });
}
