import { Hono } from "hono";
import { queryRows } from "../../query.ts";
import type { UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { requestOrigin } from "../sessions/sessions.ts";
import { createChallenge } from "./challenges.ts";
import { type FactorRow, requireAal2ForNewFactor, requireFactor } from "./factor.ts";
import { countChallenge } from "./limits.ts";
import { createAuthenticationOptions, createRegistrationOptions } from "./passkeys/passkeys.ts";

/** POST /factors/{id}/challenge: starts the verification of a factor. Returns WebAuthn options for passkeys. */
export function challengeRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/factors/:id/challenge", async (context) => {
    const { claims, user, aal } = await requireSession(auth, context);
    const factor = await requireFactor(auth.pool, user.id, context.req.param("id"));
    requireAal2ForNewFactor(factor, user, aal);
    const { address } = requestOrigin(auth, context);
    await countChallenge(auth.rateLimits, address);
    if (factor.factor_type === "totp") {
      return context.json(await createChallenge(auth, factor, address));
    }
    if (factor.factor_type !== "webauthn") {
      throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
    }
    const webauthn = await createPasskeyOptions(auth, user, factor);
    const { challenge } = webauthn.credential_options.publicKey;
    const passkey = { challenge, session_id: claims.session_id };
    return context.json({ ...(await createChallenge(auth, factor, address, passkey)), webauthn });
  });
}

async function createPasskeyOptions(auth: AuthContext, user: UserRow, factor: FactorRow) {
  const credential = factor.web_authn_credential;
  if (credential) {
    const publicKey = await createAuthenticationOptions(auth.publicUrl, credential);
    return { type: "request", credential_options: { publicKey } };
  }
  const rows = await queryRows(
    auth.pool,
    "select web_authn_credential from auth.mfa_factors where user_id = $1 and web_authn_credential is not null",
    [user.id],
  );
  const existing = rows.map((row) => row.web_authn_credential);
  const publicKey = await createRegistrationOptions(auth.publicUrl, user, existing);
  return { type: "create", credential_options: { publicKey } };
}
