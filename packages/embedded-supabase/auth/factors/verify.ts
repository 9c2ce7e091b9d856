import { Hono } from "hono";
import { z } from "zod";
import { getErrorCode } from "../../error-details.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { readBody } from "../http/request-body.ts";
import { requestOrigin } from "../sessions/sessions.ts";
import { recordFailures } from "../sessions/sign-in-attempts.ts";
import { requireChallenge } from "./challenges.ts";
import { elevateSession } from "./elevate-session.ts";
import { requireAal2ForNewFactor, requireFactor } from "./factor.ts";
import { countVerification, resetAfterSuccess } from "./limits.ts";
import { PasskeyBodySchema, verifyPasskey } from "./passkeys/verify-passkey.ts";
import { verifyTotpCode } from "./totp/verify-totp.ts";

const BodySchema = z.object({
  challenge_id: z.guid(),
  code: z.string().max(64).nullish(),
  webauthn: PasskeyBodySchema.nullish(),
});

/** POST /factors/{id}/verify: elevates the session to aal2 and responds like `/token`. */
export function verifyFactorRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/factors/:id/verify", async (context) => {
    const { claims, user, aal } = await requireSession(auth, context);
    const factor = await requireFactor(auth.pool, user.id, context.req.param("id"));
    const { challenge_id: challengeId, code, webauthn } = await readBody(context, BodySchema);
    requireAal2ForNewFactor(factor, user, aal);
    const { address } = requestOrigin(auth, context);
    const attempt = { auth, context, failureOutcome: "wrong-factor", account: user } as const;
    return recordFailures(attempt, async () => {
      await countVerification(auth.rateLimits, user.id, address);
      try {
        const challenge = await requireChallenge(auth, factor, challengeId, address);
        const proof =
          factor.factor_type === "webauthn"
            ? await verifyPasskey(
                auth,
                claims,
                factor,
                challenge,
                requireField(webauthn, "WebAuthn config required"),
              )
            : verifyTotpCode(auth, factor, challenge, requireField(code, "Code needs to be non-empty"));
        const response = await elevateSession(auth, claims, factor, proof);
        await resetAfterSuccess(auth.rateLimits, user.id, address);
        return context.json(response);
      } catch (error) {
        const reason = getErrorCode(error);
        auth.log.warn({ userId: user.id, factorId: factor.id, reason }, "Second factor verification failed");
        throw error;
      }
    });
  });
}

function requireField<T>(value: T | null | undefined, message: string): T {
  if (!value) {
    throw new AuthError(400, "validation_failed", message);
  }
  return value;
}
