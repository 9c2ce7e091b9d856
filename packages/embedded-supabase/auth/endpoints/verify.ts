import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { EmailSchema, readBody } from "../http/request-body.ts";
import { amrMethod } from "../links/pkce.ts";
import { countVerifyAttempt, purposesForType, verifyToken } from "../links/verify-token.ts";
import { createSessionResponse, openSession } from "../sessions/sessions.ts";
import { recordFailures, recordSignIn } from "../sessions/sign-in-attempts.ts";

const BodySchema = z.object({
  type: z.string().default(""),
  token_hash: z.string().max(255).nullish(),
  token: z.string().max(255).nullish(),
  email: EmailSchema.nullish(),
  phone: z.string().nullish(),
});

/** POST /verify: consumes an emailed token and opens a session. */
export function verifyRoute(auth: AuthContext): Hono {
  return new Hono().post("/verify", async (context) => {
    const input = parseToken(await readBody(context, BodySchema));
    const attempt = { auth, context, failureOutcome: "wrong-link", account: { email: input.email } } as const;
    const opened = await recordFailures(attempt, async () => {
      await countVerifyAttempt(auth, context);
      const session = await withTransaction(auth.pool, async (client) => {
        const { user, purpose } = await verifyToken(auth, client, input);
        return openSession(auth, context, user, amrMethod(purpose), client);
      });
      if (!session) {
        throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
      }
      return session;
    });
    await recordSignIn(auth, context, opened.user);
    return context.json(await createSessionResponse(auth, opened));
  });
}

/** Reads either a token hash, or a token and the email address it was sent to. */
function parseToken(body: z.infer<typeof BodySchema>): { token: string; type: string; email?: string } {
  const { type, token_hash: hash, token, email } = body;
  const createValidationError = (message: string) => new AuthError(400, "validation_failed", message);
  if (!type) {
    throw createValidationError("Verify requires a verification type");
  }
  if (body.phone) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  purposesForType(type);
  if (hash) {
    if (token || email) {
      throw createValidationError("Only the token_hash and type should be provided");
    }
    return { token: hash, type };
  }
  if (!token) {
    throw createValidationError("Verify requires a token or a token hash");
  }
  if (!email) {
    throw createValidationError("Only an email address or phone number should be provided on verify");
  }
  return { token, type, email };
}
