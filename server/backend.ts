import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import type { Context, Hono } from "hono";
import type pg from "pg";
import { createAccountEmailQueue } from "#server/auth/account-email.ts";
import { installRecentSignInTriggers } from "#server/auth/hosted-recent-sign-in.ts";
import { installHostedSignInTrigger } from "#server/auth/hosted-sign-ins.ts";
import { createHostedTokenVerifier } from "#server/auth/hosted-tokens.ts";
import { createSessions, type Sessions } from "#server/auth/sessions.ts";
import { recordSignInAttempt } from "#server/auth/sign-in-attempts.ts";
import type { Config } from "#server/config.ts";
import { createDatabase, type Database } from "#server/database/database.ts";
import { createQuery } from "#server/database/query.ts";
import { createCaptchaVerifier } from "#server/http/captcha.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/observability/logger.ts";

/** The Supabase-compatible backend: embedded in this process, or a hosted project. */
export type Backend = {
  /** `/auth/v1` and `/rest/v1` of the embedded backend. */
  app?: Hono;
  /** Calls the embedded backend in process, without the network. */
  fetch?: typeof fetch;
  sessions: (database: Database) => Sessions;
  /** Deletes expired sessions, tokens and rate limits. A hosted project does this itself. */
  removeExpired(): Promise<unknown>;
  /** Waits for work that the embedded backend continues after its responses. Call it after the last request. */
  finishBackgroundWork(): Promise<void>;
};

type Dependencies = {
  config: Config;
  keys: Pick<Keys, "publishableKey" | "secretKey" | "encryptionKey" | "previousEncryptionKey">;
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  clientAddress: (context: Context) => string;
  /** The bcrypt cost of new passwords. Only tests lower it. */
  passwordCost?: number | undefined;
};

/** Creates the embedded backend, or the token verifier for the hosted project at SUPABASE_URL. */
export async function createBackend(dependencies: Dependencies): Promise<Backend> {
  return dependencies.config.supabase.url
    ? createHostedBackend(dependencies.config.supabase.url, dependencies)
    : createEmbeddedBackend(dependencies);
}

async function createEmbeddedBackend({
  config,
  keys,
  pool,
  log,
  now,
  clientAddress,
  passwordCost,
}: Dependencies): Promise<Backend> {
  const database = createDatabase(pool);
  const queueAccountEmail = createAccountEmailQueue(jobs, config.publicUrl);
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: config.publicUrl,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    encryptionKey: keys.encryptionKey,
    previousEncryptionKey: keys.previousEncryptionKey,
    now,
    rateLimitScale: config.rateLimitScale,
    ...(passwordCost && { passwordCost }),
    clientAddress,
    getNetwork: toNetworkPrefix,
    queueEmail: (client, mail) => queueAccountEmail(createQuery(client), mail),
    verifyCaptcha: config.captcha ? createCaptchaVerifier(config.captcha, { log }) : undefined,
    onSignInAttempt: (attempt) => recordSignInAttempt(database, attempt),
    log,
  });
  return {
    app: supabase.app,
    fetch: async (input, init) => supabase.app.fetch(new Request(input, init)),
    removeExpired: () => supabase.removeExpired(),
    finishBackgroundWork: () => supabase.finishBackgroundWork(),
    sessions: (db) =>
      createSessions(
        (token) => supabase.verifyAccessToken(token),
        (claims) => isAdmin(db, claims),
      ),
  };
}

async function createHostedBackend(url: string, { pool, log, now }: Dependencies): Promise<Backend> {
  await installHostedSignInTrigger(pool, log);
  await installRecentSignInTriggers(pool, log);
  const verifyToken = await createHostedTokenVerifier(url, { pool, log, now });
  return {
    removeExpired: async () => {},
    finishBackgroundWork: async () => {},
    sessions: (db) => createSessions(verifyToken, (claims) => isAdmin(db, claims)),
  };
}

// Ask the database, which also checks the second factor, so that policies and endpoints apply the same rule.
async function isAdmin(database: Database, claims: Parameters<Database["asCaller"]>[0]): Promise<boolean> {
  const [row] = await database.asCaller(claims, (query) => query("select access.is_admin()"));
  return row?.is_admin === true;
}
