import { Hono } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { readBody } from "../request-body.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { originOf } from "../sessions.ts";
import { notingRefusals } from "../sign-in-attempts.ts";
import { requireChallenge } from "./challenges.ts";
import { refuseUnfinished, requireFactor } from "./factor.ts";
import { countAnswer, countRightAnswer } from "./limits.ts";
import { raiseSession } from "./raise-session.ts";
import { PasskeyBody, provenByPasskey } from "./verify-passkey.ts";
import { provenByCode } from "./verify-totp.ts";

const Body = z.object({
  challenge_id: z.guid(),
  code: z.string().max(64).nullish(),
  webauthn: PasskeyBody.nullish(),
});

/** POST /factors/{id}/verify: a right answer raises the session to aal2, and answers as `/token` does. */
export function verifyFactor(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/factors/:id/verify", async (context) => {
    const { claims, user, aal } = await requirePerson(auth, context);
    const factor = await requireFactor(auth.pool, user.id, context.req.param("id"));
    const { challenge_id: challengeId, code, webauthn } = await readBody(context, Body);
    refuseUnfinished(factor, user, aal);
    const { address } = originOf(auth, context);
    const refusals = { auth, context, by: "wrong-factor", who: user } as const;
    return notingRefusals(refusals, async () => {
      await countAnswer(auth.limits, user.id, address);
      try {
        const challenge = await requireChallenge(auth, factor, challengeId, address);
        const proof =
          factor.factor_type === "webauthn"
            ? await provenByPasskey(
                auth,
                claims,
                factor,
                challenge,
                required(webauthn, "WebAuthn config required"),
              )
            : provenByCode(auth, factor, challenge, required(code, "Code needs to be non-empty"));
        const answer = await raiseSession(auth, claims, factor, proof);
        await countRightAnswer(auth.limits, user.id, address);
        return context.json(answer);
      } catch (error) {
        const { code: reason } = error as { code?: string };
        auth.log.warn({ userId: user.id, factorId: factor.id, reason }, "A second factor was refused");
        throw error;
      }
    });
  });
}

function required<T>(value: T | null | undefined, message: string): T {
  if (!value) throw new AuthError(400, "validation_failed", message);
  return value;
}
