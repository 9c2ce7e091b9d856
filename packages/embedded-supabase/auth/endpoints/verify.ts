import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { methodOf } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { Email, readBody } from "../request-body.ts";
import { openSession, sessionAnswer } from "../sessions.ts";
import { noteSignIn, notingRefusals } from "../sign-in-attempts.ts";
import { countTry, purposesOf, verifyToken } from "../verify-token.ts";

const Body = z.object({
  type: z.string().default(""),
  token_hash: z.string().max(255).nullish(),
  token: z.string().max(255).nullish(),
  email: Email.nullish(),
  phone: z.string().nullish(),
});

/** POST /verify: spends what a mail carried, and opens a session for who has it. */
export function verify(auth: AuthContext): Hono {
  return new Hono().post("/verify", async (context) => {
    const given = tokenOf(await readBody(context, Body));
    const refusals = { auth, context, by: "wrong-link", who: { email: given.email } } as const;
    const opened = await notingRefusals(refusals, async () => {
      await countTry(auth, context);
      const session = await withTransaction(auth.pool, async (client) => {
        const { user, purpose } = await verifyToken(auth, client, given);
        return openSession(auth, context, user, methodOf(purpose), client);
      });
      if (!session) throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
      return session;
    });
    await noteSignIn(auth, context, opened.user);
    return context.json(await sessionAnswer(auth, opened));
  });
}

/** The hash of a link alone, or a code together with the address it was sent to. */
function tokenOf(body: z.infer<typeof Body>): { token: string; type: string; email?: string } {
  const { type, token_hash: hash, token, email } = body;
  const invalid = (message: string) => new AuthError(400, "validation_failed", message);
  if (!type) throw invalid("Verify requires a verification type");
  if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  purposesOf(type);
  if (hash) {
    if (token || email) throw invalid("Only the token_hash and type should be provided");
    return { token: hash, type };
  }
  if (!token) throw invalid("Verify requires a token or a token hash");
  if (!email) throw invalid("Only an email address or phone number should be provided on verify");
  return { token, type, email };
}
