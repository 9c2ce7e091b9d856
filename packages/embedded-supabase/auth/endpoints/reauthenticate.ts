import { Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { issueToken } from "../one-time-tokens.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { refuseTooSoon } from "../too-soon.ts";
import { lockedUser } from "../users.ts";

/** GET /reauthenticate: mails a nonce that proves, once, that a signed-in person still has the mailbox. */
export function reauthenticate(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().get("/reauthenticate", async (context) => {
    const { user } = await requirePerson(auth, context);
    if (!user.email_confirmed_at)
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    const at = auth.now();
    await withTransaction(auth.pool, async (client) => {
      const locked = await lockedUser(client, user.id);
      refuseTooSoon(locked?.reauthentication_sent_at ?? null, at);
      await client.query("update auth.users set reauthentication_sent_at = $2 where id = $1", [user.id, at]);
      const { token: nonce, expiresAt } = await issueToken(client, {
        userId: user.id,
        purpose: "reauthentication",
        email: user.email,
        at,
      });
      await auth.queueMail(client, {
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
