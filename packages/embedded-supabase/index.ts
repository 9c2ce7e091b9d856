import { Hono } from "hono";
import type pg from "pg";
import { acrossOrigins } from "./across-origins.ts";
import { answerHeaders } from "./answer-headers.ts";
import type { AuthContext } from "./auth/context.ts";
import { removeExpiredChallenges } from "./auth/factors/challenges.ts";
import { createSecretSeal } from "./auth/factors/secret-seal.ts";
import { createAuth } from "./auth/index.ts";
import { removeExpiredTokens } from "./auth/one-time-tokens.ts";
import { createPasswords } from "./auth/passwords.ts";
import { createRateLimits } from "./auth/rate-limits.ts";
import { createRefreshTokens } from "./auth/refresh-tokens.ts";
import { createRest } from "./rest/index.ts";
import { createAccessTokens } from "./tokens/access-tokens.ts";
import type { Claims } from "./tokens/claims.ts";
import { asItsSessionIsNow, type SessionLevel } from "./tokens/session-level.ts";
import { createSigningKeys } from "./tokens/signing-keys.ts";

export type { AccountMail } from "./auth/account-mail.ts";
export type { SignInAttempt } from "./auth/context.ts";

export type EmbeddedSupabaseOptions = Pick<AuthContext, "pool" | "now" | "clientAddress" | "log"> & {
  /** The origin people reach; tokens are issued as `{publicUrl}/auth/v1`. */
  publicUrl: string;
  /** Where this backend answers, when that is not the origin people reach: tokens are then issued as `{apiUrl}/auth/v1`. */
  apiUrl?: string;
  publishableKey: string;
  secretKey: string;
  /** Multiplies every rate limit. */
  rateLimitScale: number;
  /** What limits count an address by; the address itself without it. */
  networkOf?: (address: string) => string;
  /** 32 bytes in base64 that seal what must not be read from the database; without it such secrets lie there open. */
  encryptionKey?: string;
  /** Still opens what was sealed before a change of keys. */
  previousEncryptionKey?: string;
} & Partial<Pick<AuthContext, "onSignInAttempt" | "verifyCaptcha" | "queueMail" | "allowedRedirectOrigins">>;

export type EmbeddedSupabase = {
  /** Answers `/auth/v1/*` and `/rest/v1/*`. */
  app: Hono;
  /** The claims of a token that counts now: ours, not ended, its session alive and at its level, its account not banned. */
  verifyAccessToken(token: string): Promise<Claims | null>;
  /** Makes a new signing key; tokens of the old one count until they end. */
  rotateKeys(): Promise<void>;
  /**
   * Deletes what has outlived its use: ended sessions with their refresh tokens, past rate limits. Changes the signing
   * key when it is 90 days old.
   */
  removeExpired(): Promise<void>;
};

/** A small Supabase on one PostgreSQL, whose migrations have run. */
export async function createEmbeddedSupabase(options: EmbeddedSupabaseOptions): Promise<EmbeddedSupabase> {
  const { pool, now, log, publishableKey, secretKey } = options;
  const signingKeys = createSigningKeys(pool, now);
  const accessTokens = createAccessTokens(signingKeys, `${options.apiUrl ?? options.publicUrl}/auth/v1`, now);
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
    passwords: await createPasswords(),
    limits: createRateLimits(pool, {
      scale: options.rateLimitScale,
      now,
      networkOf: options.networkOf,
    }),
    refreshTokens: createRefreshTokens(pool),
    secretSeal: createSecretSeal(options.encryptionKey, options.previousEncryptionKey),
    onSignInAttempt: options.onSignInAttempt ?? (async () => {}),
    verifyCaptcha: options.verifyCaptcha ?? null,
    queueMail:
      options.queueMail ??
      (async (_client, { kind }) => log.warn({ kind }, "No way to send mail was given; mail dropped")),
  });
  const rest = createRest({
    pool,
    accessTokenClaims: accessTokens.claims,
    publishableKey,
    secretKey,
    log,
    now,
  });

  const app = new Hono();
  // Its own addresses alone: other parts of the product are mounted beside it.
  for (const path of ["/auth/v1/*", "/rest/v1/*"])
    app.use(path, answerHeaders(options.publicUrl), acrossOrigins);
  app.route("/auth/v1", auth);
  app.route("/", rest);
  return {
    app,
    rotateKeys: signingKeys.rotate,
    async verifyAccessToken(token) {
      const claims = await accessTokens.claims(token);
      return claims && asItsSessionIsNow(claims, await levelOf(pool, claims, now()));
    },
    async removeExpired() {
      await removeExpired(pool, now());
      await signingKeys.rotateWhenDue();
    },
  };
}

async function levelOf(pool: pg.Pool, claims: Claims, at: Date): Promise<SessionLevel> {
  const { rows } = await pool.query<{ level: SessionLevel }>(
    "select embedded.session_level($1, $2) as level",
    [claims.session_id, at],
  );
  return rows[0]?.level ?? null;
}

// As long as the longest-lived link that could lead back to one.
const flowStatesKept = 7 * 24 * 3600 * 1000;

async function removeExpired(pool: pg.Pool, at: Date): Promise<void> {
  // Their refresh tokens go with them, spent ones too, and not before: one that comes back, however late, tells that
  // two hold it.
  await pool.query("delete from auth.sessions where not_after <= $1", [at]);
  await removeExpiredTokens(pool, at);
  await removeExpiredChallenges(pool, at);
  await pool.query("delete from auth.flow_state where created_at < $1", [
    new Date(at.getTime() - flowStatesKept),
  ]);
  await pool.query(
    `delete from embedded.rate_limits where key in (
       select key from embedded.rate_limits where resets_at <= $1 order by key for update skip locked)`,
    [at],
  );
}
