import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import type pg from "pg";
import { TestRunner } from "vitest";
import type { EmbeddedSupabase } from "#embedded-supabase/index.ts";
import type { Claims } from "#embedded-supabase/tokens/claims.ts";
import type { Backend } from "./contract.ts";
import type { TestDatabase } from "./database.ts";

/** A Supabase project elsewhere on which the contract is to be held. */
export type Project = { url: string; publishableKey: string; secretKey: string };

/** The project that the environment names; null when it names none. */
export function projectOf(env: NodeJS.ProcessEnv): Project | null {
  const { CONTRACT_URL: url, CONTRACT_PUBLISHABLE_KEY, CONTRACT_SECRET_KEY } = env;
  if (!url) return null;
  if (!CONTRACT_PUBLISHABLE_KEY || !CONTRACT_SECRET_KEY) {
    throw new Error("CONTRACT_URL needs CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY beside it.");
  }
  const publishableKey = CONTRACT_PUBLISHABLE_KEY;
  return { url: url.replace(/\/$/, ""), publishableKey, secretKey: CONTRACT_SECRET_KEY };
}

/** Ends the running test as skipped, and says why. Does nothing while no test runs, as in beforeAll. */
export function skipThisTest(reason: string): void {
  const test = TestRunner.getCurrentTest();
  if (!test) return;
  process.stderr.write(`skipped: ${test.fullTestName}: it ${reason}\n`);
  test.context.skip(reason);
}

/** What stands in for a thing a project has not: whichever part of it a test reaches for, the test is skipped. */
export function lacking<Thing extends object>(reason: string, known: Partial<Thing> = {}): Thing {
  return new Proxy(known as Thing, {
    get(_, asked) {
      if (asked in known) return known[asked as keyof Thing];
      // Awaited or printed, a thing is asked for these; that is no use of it.
      if (asked === "then" || typeof asked === "symbol") return undefined;
      skipThisTest(reason);
      throw new Error(`On this project a test cannot be prepared that ${reason}.`);
    },
  });
}

/** The database of a project, which tests cannot reach. Preparing a file by SQL skips all its tests. */
export function projectDatabase(): TestDatabase & { preparedBySql: boolean } {
  const database = {
    preparedBySql: false,
    get pool() {
      skipThisTest("runs SQL of its own");
      database.preparedBySql = true;
      return { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
    },
    connection: lacking<TestDatabase["connection"]>("connects to the database"),
    drop: async () => {},
  };
  return database;
}

/**
 * A project as tests see a backend: what only our own process can do (move its clock, run SQL, read its mail) skips the
 * test that asks for it. The people a file makes are deleted at its end.
 */
export function projectBackend(
  { url, publishableKey, secretKey }: Project,
  database: TestDatabase & { preparedBySql?: boolean },
  clientWith: (key: string) => SupabaseClient,
): Backend {
  const emailSuffix = `-${randomUUID().slice(0, 8)}`;
  const withSecretKey = () => clientWith(secretKey);
  const backend: Partial<Backend> = {
    url,
    publishableKey,
    secretKey,
    emailSuffix,
    now: () => new Date(),
    client: () => clientWith(publishableKey),
    service: withSecretKey,
    supabase: lacking<EmbeddedSupabase>("runs the backend's own commands", {
      verifyAccessToken: (token) => claimsThatCount(url, publishableKey, token),
    }),
    close: () => removePeople(withSecretKey(), emailSuffix),
  };
  Object.defineProperty(backend, "database", {
    get: () => database,
  });
  Object.defineProperty(backend, "advance", {
    get: () => {
      skipThisTest("moves the backend's clock");
    },
  });
  return new Proxy(lacking<Backend>("reads what the backend keeps to itself", backend), {
    get(target, asked) {
      if (database.preparedBySql && asked !== "close") skipThisTest("was prepared by SQL");
      return target[asked as keyof Backend];
    },
  });
}

/** The claims of a token the project signed and whose session it still knows. */
async function claimsThatCount(url: string, apikey: string, token: string): Promise<Claims | null> {
  const keys = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`));
  const known = await fetch(`${url}/auth/v1/user`, { headers: { apikey, authorization: `Bearer ${token}` } });
  if (!known.ok) return null;
  const verified = await jwtVerify<Claims>(token, keys).catch(() => null);
  return verified?.payload ?? null;
}

async function removePeople(service: SupabaseClient, emailSuffix: string): Promise<void> {
  const { data } = await service.auth.admin.listUsers({ perPage: 1000 });
  const made = data.users.filter(({ email }) => email?.includes(emailSuffix));
  for (const { id } of made) await service.auth.admin.deleteUser(id);
}
