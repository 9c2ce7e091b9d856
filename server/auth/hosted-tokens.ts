import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type pg from "pg";
import { z } from "zod";
import { ConfigurationError } from "#server/config.ts";
import { queryRows } from "#server/database/query.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Logger } from "#server/observability/logger.ts";

type Dependencies = { pool: Pick<pg.Pool, "query">; log: Logger; now: () => Date };

const STARTUP_TIMEOUT_MS = 10_000;

/**
 * Creates a verifier for a hosted project's access tokens. It checks the signature and expiry, and that the session is
 * still active in the project's database. A user who signed out or was banned is therefore rejected immediately, not
 * when the token expires.
 * @param url Origin of the project.
 * @returns a function that returns the claims with the session's current assurance level, or null for an invalid token.
 * @throws {ConfigurationError} when the project signs tokens with a shared secret, which public keys cannot verify.
 */
export async function createHostedTokenVerifier(
  url: string,
  { pool, log, now }: Dependencies,
): Promise<(token: string) => Promise<JWTPayload | null>> {
  const keysUrl = new URL(`${url}/auth/v1/.well-known/jwks.json`);
  await rejectSharedSecret(keysUrl, log);
  const keySet = createRemoteJWKSet(keysUrl);
  return async (token) => {
    const claims = await verifyToken(token, { url, keySet, now });
    if (!claims) {
      return null;
    }
    const level = await readSessionLevel(pool, claims, now());
    if (level === null) {
      return null;
    }
    return claims.aal === "aal2" && level !== "aal2" ? { ...claims, aal: level } : claims;
  };
}

async function verifyToken(
  token: string,
  { url, keySet, now }: { url: string; keySet: ReturnType<typeof createRemoteJWKSet>; now: () => Date },
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, keySet, {
      issuer: `${url}/auth/v1`,
      audience: "authenticated",
      algorithms: ["ES256", "RS256"],
      currentDate: now(),
    });
    return payload;
  } catch (error) {
    // The token was not checked and may be valid, so do not ask the user to sign in again.
    if (isKeyServerFailure(error)) {
      throw new ApiError(503, "unavailable", "We couldn't verify your sign-in. Try again in a moment.");
    }
    return null;
  }
}

function isKeyServerFailure(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) {
    return true;
  }
  return error.code === "ERR_JWKS_TIMEOUT" || error.code === "ERR_JOSE_GENERIC";
}

async function readSessionLevel(
  pool: Dependencies["pool"],
  claims: JWTPayload,
  now: Date,
): Promise<string | null> {
  const { session_id: sessionId, sub } = claims;
  const [session] = await queryRows(
    pool,
    `select coalesce(session.aal::text, 'aal1') as level
       from auth.sessions as session join auth.users as account on account.id = session.user_id
      where session.id = $1 and account.id = $2
        and (session.not_after is null or session.not_after > $3)
        and (account.banned_until is null or account.banned_until <= $3)
        and account.deleted_at is null`,
    [typeof sessionId === "string" ? sessionId : null, sub ?? null, now],
  );
  return session?.level ?? null;
}

const PublicKeys = z.object({ keys: z.optional(z.unknown()) });

/**
 * Rejects a project without public keys, because its tokens cannot be verified. Accepts an unreachable project, because
 * it may respond later.
 */
async function rejectSharedSecret(keysUrl: URL, log: Logger): Promise<void> {
  let keys: unknown;
  try {
    const response = await fetch(keysUrl, { signal: AbortSignal.timeout(STARTUP_TIMEOUT_MS) });
    if (!response.ok) {
      throw new Error(`The request for the project's public keys returned ${response.status}`);
    }
    ({ keys } = PublicKeys.parse(await response.json()));
  } catch (error) {
    log.error({ err: error }, "the Supabase project is unreachable; sign-ins fail until it responds");
    return;
  }
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new ConfigurationError(
      "SUPABASE_URL: the project signs tokens with a shared secret. Switch it to an asymmetric signing key (Settings, JWT keys).",
    );
  }
}
