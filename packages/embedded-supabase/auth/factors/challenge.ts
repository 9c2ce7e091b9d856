import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { originOf } from "../sessions.ts";
import type { UserRow } from "../users.ts";
import { createChallenge } from "./challenges.ts";
import { type FactorRow, refuseUnfinished, requireFactor } from "./factor.ts";
import { countChallenge } from "./limits.ts";
import { creationOptions, requestOptions } from "./passkeys.ts";
import type { StoredCredential } from "./stored-credential.ts";

/** POST /factors/{id}/challenge: asks for a code, or hands out what a passkey is to sign. */
export function challengeFactor(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/factors/:id/challenge", async (context) => {
    const { claims, user, aal } = await requirePerson(auth, context);
    const factor = await requireFactor(auth.pool, user.id, context.req.param("id"));
    refuseUnfinished(factor, user, aal);
    const { address } = originOf(auth, context);
    await countChallenge(auth.limits, address);
    if (factor.factor_type === "totp") return context.json(await createChallenge(auth, factor, address));
    if (factor.factor_type !== "webauthn") {
      throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
    }
    const webauthn = await passkeyQuestion(auth, user, factor);
    const { challenge } = webauthn.credential_options.publicKey;
    const question = { challenge, session_id: claims.session_id };
    return context.json({ ...(await createChallenge(auth, factor, address, question)), webauthn });
  });
}

async function passkeyQuestion(auth: AuthContext, user: UserRow, factor: FactorRow) {
  const known = factor.web_authn_credential;
  if (known) {
    const publicKey = await requestOptions(auth.publicUrl, known);
    return { type: "request", credential_options: { publicKey } };
  }
  const { rows } = await auth.pool.query<{ web_authn_credential: StoredCredential }>(
    "select web_authn_credential from auth.mfa_factors where user_id = $1 and web_authn_credential is not null",
    [user.id],
  );
  const existing = rows.map((row) => row.web_authn_credential);
  const publicKey = await creationOptions(auth.publicUrl, user, existing);
  return { type: "create", credential_options: { publicKey } };
}
