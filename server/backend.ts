import type { Context, Hono } from "hono";
import type pg from "pg";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { queueAccountMail } from "#server/account-mail.ts";
import { captchaVerifier } from "#server/captcha.ts";
import { networkOf } from "#server/client-address.ts";
import type { Config } from "#server/config.ts";
import { createDatabase, type Database } from "#server/database.ts";
import { recordHostedSignIns } from "#server/hosted-sign-ins.ts";
import { hostedVerifier } from "#server/hosted-tokens.ts";
import { jobs } from "#server/jobs/queue.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/log.ts";
import { createSessions, type Sessions } from "#server/sessions.ts";
import { recordSignInAttempt } from "#server/sign-in-attempts.ts";

/** The Supabase-compatible backend: ours in this process, or a hosted project's. */
export type Backend = {
  /** `/auth/v1` and `/rest/v1`, where they are ours. */
  app?: Hono;
  /** Reaches the backend from this process. */
  fetch?: typeof fetch;
  sessions: (database: Database) => Sessions;
  /** Forgets what has ended: sessions, tokens, limits. A hosted project does so itself. */
  removeExpired(): Promise<unknown>;
};

type Parts = {
  config: Config;
  keys: Keys;
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  clientAddress: (context: Context) => string;
};

/** Makes the embedded backend on the pool, or the verifier for the hosted project of SUPABASE_URL. */
export async function startBackend(parts: Parts): Promise<Backend> {
  return parts.config.supabase.url ? hosted(parts.config.supabase.url, parts) : embedded(parts);
}

async function embedded({ config, keys, pool, log, now, clientAddress }: Parts): Promise<Backend> {
  const database = createDatabase(pool);
  const queue = queueAccountMail(jobs, config.publicUrl);
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: config.publicUrl,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    encryptionKey: keys.encryptionKey,
    previousEncryptionKey: keys.previousEncryptionKey,
    now,
    rateLimitScale: config.rateLimitScale,
    clientAddress,
    networkOf,
    queueMail: (client, mail) =>
      queue(async (sql, values) => (await client.query(sql, values ? [...values] : [])).rows, mail),
    verifyCaptcha: config.captcha ? captchaVerifier(config.captcha, { log }) : undefined,
    onSignInAttempt: (attempt) => recordSignInAttempt(database, attempt),
    log,
  });
  return {
    app: supabase.app,
    fetch: async (input, init) => supabase.app.fetch(new Request(input, init)),
    removeExpired: () => supabase.removeExpired(),
    sessions: (db) =>
      createSessions(
        (token) => supabase.verifyAccessToken(token),
        (claims) => isAdmin(db, claims),
      ),
  };
}

async function hosted(url: string, { pool, log, now }: Parts): Promise<Backend> {
  await recordHostedSignIns(pool, log);
  const verify = await hostedVerifier(url, { pool, log, now });
  return {
    removeExpired: async () => {},
    sessions: (db) => createSessions(verify, (claims) => isAdmin(db, claims)),
  };
}

// The database's own verdict, second factor included: one rule for policies and endpoints.
async function isAdmin(database: Database, claims: Parameters<Database["asCaller"]>[0]): Promise<boolean> {
  const [row] = await database.asCaller(claims, (query) =>
    query<{ verdict: boolean }>("select access.is_admin() as verdict"),
  );
  return row?.verdict === true;
}
