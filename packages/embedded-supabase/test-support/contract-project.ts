import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import type pg from "pg";
import { TestRunner } from "vitest";
import type { Claims } from "#src/tokens/claims.ts";
import type { EmbeddedSupabase } from "../index.ts";
import type { TestBackend } from "./test-backend-type.ts";
import type { TestDatabase } from "./test-database.ts";

/** A hosted Supabase project to run the contract tests against. */
export type ContractProject = { url: string; publishableKey: string; secretKey: string };

/** Returns the project that environment variables configure, or null. */
export function readContractProject(env: NodeJS.ProcessEnv): ContractProject | null {
  const { CONTRACT_URL: url, CONTRACT_PUBLISHABLE_KEY, CONTRACT_SECRET_KEY } = env;
  if (!url) {
    return null;
  }
  if (!CONTRACT_PUBLISHABLE_KEY || !CONTRACT_SECRET_KEY) {
    throw new Error("Set CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY together with CONTRACT_URL.");
  }
  const publishableKey = CONTRACT_PUBLISHABLE_KEY;
  return { url: url.replace(/\/$/, ""), publishableKey, secretKey: CONTRACT_SECRET_KEY };
}

/** Skips the running test and prints the reason. Does nothing outside a test, such as in beforeAll. */
export function skipCurrentTest(reason: string): void {
  const test = TestRunner.getCurrentTest();
  if (!test) {
    return;
  }
  process.stderr.write(`skipped: ${test.fullTestName}: it ${reason}\n`);
  test.context.skip(reason);
}

/** Returns a placeholder for an object that hosted projects do not support. A test that reads a property is skipped. */
export function skipOnAccess<Supported extends object>(
  reason: string,
  supported: Partial<Supported> = {},
): Supported {
  return new Proxy(supported as Supported, {
    get(_, property) {
      if (property in supported) {
        return supported[property as keyof Supported];
      }
      // Awaiting or printing the object reads these properties.
      if (property === "then" || typeof property === "symbol") {
        return undefined;
      }
      skipCurrentTest(reason);
      throw new Error(`This project does not support a test that ${reason}.`);
    },
  });
}

/**
 * Creates a placeholder for the database of a hosted project, which tests cannot access. If a file runs SQL in its
 * setup, all of its tests are skipped.
 */
export function createProjectDatabase(): TestDatabase & { usesSqlSetup: boolean } {
  const database = {
    usesSqlSetup: false,
    get pool() {
      skipCurrentTest("runs SQL");
      database.usesSqlSetup = true;
      return { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
    },
    connection: skipOnAccess<TestDatabase["connection"]>("connects to the database"),
    drop: async () => {},
  };
  return database;
}

/**
 * Creates a backend on the hosted project. Tests that need its clock, SQL or emails are skipped. Closing the backend
 * deletes the users that the test file created.
 */
export function createProjectBackend(
  { url, publishableKey, secretKey }: ContractProject,
  database: TestDatabase & { usesSqlSetup?: boolean },
  createClientWithKey: (key: string) => SupabaseClient,
): TestBackend {
  const emailSuffix = `-${randomUUID().slice(0, 8)}`;
  const createServiceClient = () => createClientWithKey(secretKey);
  const backend: Partial<TestBackend> = {
    url,
    publishableKey,
    secretKey,
    emailSuffix,
    now: () => new Date(),
    client: () => createClientWithKey(publishableKey),
    serviceClient: createServiceClient,
    supabase: skipOnAccess<EmbeddedSupabase>("calls the backend in process", {
      verifyAccessToken: (token) => verifyClaims(url, publishableKey, token),
    }),
    close: () => deleteTestUsers(createServiceClient(), emailSuffix),
  };
  Object.defineProperty(backend, "database", {
    get: () => database,
  });
  Object.defineProperty(backend, "advanceClock", {
    get: () => {
      skipCurrentTest("changes the backend's clock");
    },
  });
  return new Proxy(skipOnAccess<TestBackend>("reads internal state of the backend", backend), {
    get(target, property) {
      if (database.usesSqlSetup && property !== "close") {
        skipCurrentTest("uses SQL in its setup");
      }
      return target[property as keyof TestBackend];
    },
  });
}

/** Returns the claims of a token if the project signed it and its session still exists, otherwise null. */
async function verifyClaims(url: string, apikey: string, token: string): Promise<Claims | null> {
  const keys = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`));
  const userResponse = await fetch(`${url}/auth/v1/user`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  });
  if (!userResponse.ok) {
    return null;
  }
  const verified = await jwtVerify<Claims>(token, keys).catch(() => null);
  return verified?.payload ?? null;
}

async function deleteTestUsers(service: SupabaseClient, emailSuffix: string): Promise<void> {
  const { data } = await service.auth.admin.listUsers({ perPage: 1000 });
  const testUsers = data.users.filter(({ email }) => email?.includes(emailSuffix));
  for (const { id } of testUsers) {
    await service.auth.admin.deleteUser(id);
  }
}
