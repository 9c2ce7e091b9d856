import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type pg from "pg";
import { ConfigurationError } from "#server/config.ts";
import { ApiError } from "#server/errors.ts";
import type { Logger } from "#server/log.ts";

type Parts = { pool: Pick<pg.Pool, "query">; log: Logger; now: () => Date };

const START_WITHIN_MS = 10_000;

/**
 * The verifier of a hosted project's access tokens: its signature and times by the project's public keys, its session
 * by the project's database. Whoever signed out, was banned or lost a second factor is refused at once, not when the
 * token ends.
 * @param url the project's origin. @returns the claims at the level the session has now; null for what does not count.
 * @throws ConfigurationError where the project signs with a shared secret, which no public key can check.
 */
export async function hostedVerifier(
  url: string,
  { pool, log, now }: Parts,
): Promise<(token: string) => Promise<JWTPayload | null>> {
  const keysUrl = new URL(`${url}/auth/v1/.well-known/jwks.json`);
  await refuseSharedSecret(keysUrl, log);
  const keySet = createRemoteJWKSet(keysUrl);
  return async (token) => {
    const claims = await claimsOf(token, { url, keySet, now });
    if (!claims) return null;
    const level = await levelOf(pool, claims, now());
    if (level === null) return null;
    return claims.aal === "aal2" && level !== "aal2" ? { ...claims, aal: level } : claims;
  };
}

async function claimsOf(
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
  } catch (cause) {
    // Whose token cannot be looked at has not been refused: signing in again would not help.
    if (isUnanswered(cause))
      throw new ApiError(503, "unavailable", "Sign-in cannot be checked at the moment. Please try again.");
    return null;
  }
}

function isUnanswered(cause: unknown): boolean {
  if (!(cause instanceof errors.JOSEError)) return true;
  return cause.code === "ERR_JWKS_TIMEOUT" || cause.code === "ERR_JOSE_GENERIC";
}

async function levelOf(pool: Parts["pool"], claims: JWTPayload, at: Date): Promise<string | null> {
  const { rows } = await pool.query<{ level: string }>(
    `select coalesce(session.aal::text, 'aal1') as level
       from auth.sessions as session join auth.users as account on account.id = session.user_id
      where session.id = $1 and account.id = $2
        and (session.not_after is null or session.not_after > $3)
        and (account.banned_until is null or account.banned_until <= $3)
        and account.deleted_at is null`,
    [claims.session_id ?? null, claims.sub ?? null, at],
  );
  return rows[0]?.level ?? null;
}

/** A project that does not answer now may do so later; one without public keys never lets anybody in. */
async function refuseSharedSecret(keysUrl: URL, log: Logger): Promise<void> {
  let keys: unknown;
  try {
    const answer = await fetch(keysUrl, { signal: AbortSignal.timeout(START_WITHIN_MS) });
    if (!answer.ok) throw new Error(`the project's public keys were answered with ${answer.status}`);
    ({ keys } = (await answer.json()) as { keys?: unknown });
  } catch (cause) {
    log.error({ err: cause }, "the Supabase project does not answer; sign-ins are refused until it does");
    return;
  }
  if (!Array.isArray(keys) || keys.length === 0)
    throw new ConfigurationError(
      "SUPABASE_URL: its project signs with a shared secret; rotate it to an asymmetric signing key (Settings, JWT keys)",
    );
}
