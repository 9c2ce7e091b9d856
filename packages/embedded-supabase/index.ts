import { Hono } from "hono";
import type pg from "pg";
import { removeExpiredChallenges } from "./auth/factors/challenges.ts";
import type { AuthContext } from "./auth/http/context.ts";
import { createAuth } from "./auth/index.ts";
import { createBackgroundWork } from "./auth/limits/background-work.ts";
import { createPasswordRequestLimit } from "./auth/limits/password-requests.ts";
import { createRateLimits } from "./auth/limits/rate-limits.ts";
import { removeExpiredTokens } from "./auth/links/one-time-tokens.ts";
import { createPasswordHasher } from "./auth/password/password-hasher.ts";
import { createRefreshTokens } from "./auth/sessions/refresh-tokens.ts";
import { allowAllOrigins } from "./cors.ts";
import type { Log } from "./log.ts";
import { queryRows } from "./query.ts";
import { createRest } from "./rest/index.ts";
import { createSecretCipher } from "./secret-cipher.ts";
import { securityHeaders } from "./security-headers.ts";
import { createAccessTokens } from "./tokens/access-tokens.ts";
import type { Claims } from "./tokens/claims.ts";
import { applySessionLevel, type SessionLevel, toSessionLevel } from "./tokens/session-level.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/signing-keys.ts";

export type { SignInAttempt } from "./auth/http/context.ts";
export type { AccountEmail } from "./auth/links/account-email.ts";

export type EmbeddedSupabaseOptions = Pick<AuthContext, "pool" | "now" | "clientAddress" | "log"> & {
  /** The public origin. The token issuer is `{publicUrl}/auth/v1`. */
  publicUrl: string;
  /** The origin of this backend, if different from `publicUrl`. The token issuer is then `{apiUrl}/auth/v1`. */
  apiUrl?: string;
  publishableKey: string;
  secretKey: string;
  /** Multiplies every rate limit. */
  rateLimitScale: number;
  /** The bcrypt cost of new passwords. Defaults to that of Supabase Auth. Only tests lower it. */
  passwordCost?: number;
  /** Maps a client address to the key that rate limits use. Defaults to the address itself. */
  getNetwork?: (address: string) => string;
  /**
   * A 32-byte key in base64 that encrypts secrets in the database: signing keys and TOTP secrets. Without it, they are
   * stored in plain text.
   */
  encryptionKey?: string;
  /** The previous key, which decrypts secrets that were encrypted before a key change. */
  previousEncryptionKey?: string;
} & Partial<Pick<AuthContext, "onSignInAttempt" | "verifyCaptcha" | "queueEmail" | "allowedRedirectOrigins">>;

export type EmbeddedSupabase = {
  /** Serves `/auth/v1/*` and `/rest/v1/*`. */
  app: Hono;
  /**
   * Returns the claims of a valid token with an active session of its user, otherwise null. If the session's assurance
   * level was lowered, the claims contain the lower level.
   */
  verifyAccessToken(token: string): Promise<Claims | null>;
  /** Creates a new signing key. Tokens signed with the old one stay valid until they expire. */
  rotateKeys(): Promise<void>;
  /**
   * Deletes expired sessions with their refresh tokens, expired links, challenges and rate limits. Rotates the signing
   * key when it is 90 days old.
   */
  removeExpired(): Promise<void>;
  /**
   * Waits for work that continues after its response, such as emails that anonymous callers requested. Call it after
   * the server has stopped accepting requests and before the pool ends.
   */
  finishBackgroundWork(): Promise<void>;
};

/** Creates the backend on a PostgreSQL database with all migrations applied. */
export async function createEmbeddedSupabase(options: EmbeddedSupabaseOptions): Promise<EmbeddedSupabase> {
  const { pool, now, log, publishableKey, secretKey } = options;
  const secretCipher = createSecretCipher(options.encryptionKey, options.previousEncryptionKey);
  const signingKeys = createSigningKeys({ pool, secretCipher, now, log });
  await encryptStoredKeys(signingKeys, log);
  const accessTokens = createAccessTokens(signingKeys, `${options.apiUrl ?? options.publicUrl}/auth/v1`, now);
  const backgroundWork = createBackgroundWork(log);
  const auth = createAuth({
    pool,
    now,
    log,
    publicUrl: options.publicUrl,
    allowedRedirectOrigins: options.allowedRedirectOrigins ?? [],
    signingKeys,
    accessTokens,
    apiKeys: { publishableKey, secretKey },
    clientAddress: options.clientAddress,
    passwords: await createPasswordHasher(options.passwordCost),
    limitPasswordRequests: createPasswordRequestLimit(options.getNetwork),
    rateLimits: createRateLimits(pool, {
      scale: options.rateLimitScale,
      now,
      getNetwork: options.getNetwork,
    }),
    refreshTokens: createRefreshTokens(pool),
    secretCipher,
    backgroundWork,
    onSignInAttempt: options.onSignInAttempt ?? (async () => {}),
    verifyCaptcha: options.verifyCaptcha ?? null,
    queueEmail:
      options.queueEmail ??
      (async (_client, { kind }) =>
        log.warn({ kind }, "Email dropped because no queueEmail option was given")),
  });
  const rest = createRest({
    pool,
    verifyAccessToken: accessTokens.verify,
    publishableKey,
    secretKey,
    log,
    now,
  });

  const app = new Hono();
  // Set headers only on these paths, because the application may serve other routes.
  for (const path of ["/auth/v1/*", "/rest/v1/*"]) {
    app.use(path, securityHeaders(options.publicUrl), allowAllOrigins);
  }
  app.route("/auth/v1", auth);
  app.route("/", rest);
  return {
    app,
    rotateKeys: signingKeys.rotate,
    finishBackgroundWork: backgroundWork.finish,
    async verifyAccessToken(token) {
      const claims = await accessTokens.verify(token);
      return claims && applySessionLevel(claims, await readSessionLevel(pool, claims, now()));
    },
    async removeExpired() {
      await removeExpired(pool, now());
      await signingKeys.rotateWhenDue();
    },
  };
}

/** Does not fail if the database is unavailable, because requests then return 503 until it is available. */
async function encryptStoredKeys(signingKeys: SigningKeys, log: Log): Promise<void> {
  try {
    await signingKeys.encryptStored();
  } catch (error) {
    log.error(
      { err: error },
      "Failed to encrypt the stored signing keys, so they stay unchanged until the next start",
    );
  }
}

async function readSessionLevel(pool: pg.Pool, claims: Claims, at: Date): Promise<SessionLevel> {
  const [row] = await queryRows(pool, "select embedded.session_level($1, $2, $3) as level", [
    claims.session_id,
    claims.sub,
    at,
  ]);
  return row?.level ? toSessionLevel(row.level) : null;
}

// The lifetime of the longest-lived link that can reference a flow state.
const FLOW_STATE_LIFETIME_MS = 7 * 24 * 3600 * 1000;

async function removeExpired(pool: pg.Pool, at: Date): Promise<void> {
  // Delete used refresh tokens only with their session, because reuse of a token reveals that it was stolen.
  await queryRows(pool, "delete from auth.sessions where not_after <= $1", [at]);
  await removeExpiredTokens(pool, at);
  await removeExpiredChallenges(pool, at);
  await queryRows(pool, "delete from auth.flow_state where created_at < $1", [
    new Date(at.getTime() - FLOW_STATE_LIFETIME_MS),
  ]);
  await queryRows(
    pool,
    `delete from embedded.rate_limits where key in (
       select key from embedded.rate_limits where resets_at <= $1 order by key for update skip locked)`,
    [at],
  );
}
