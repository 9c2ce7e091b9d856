import { inspect } from "node:util";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { inject, onTestFinished } from "vitest";
import {
  type AccountEmail,
  createEmbeddedSupabase,
  type EmbeddedSupabase,
  type SignInAttempt,
} from "../index.ts";
import { type Log, silentLog } from "../log.ts";
import {
  createProjectBackend,
  createProjectDatabase,
  readContractProject,
  skipCurrentTest,
} from "./contract-project.ts";
import type { TestBackend } from "./test-backend-type.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/**
 * The hosted project that `CONTRACT_URL`, `CONTRACT_PUBLISHABLE_KEY` and `CONTRACT_SECRET_KEY` configure. If set, the
 * contract tests run against it instead of the embedded backend.
 */
const project = readContractProject(process.env);

/** The servers that the contract tests run on, for `describe.each(CONTRACT_TARGETS)`. */
export const CONTRACT_TARGETS: { name: string; database: () => Promise<TestDatabase> }[] = project
  ? [{ name: project.url, database: async () => createProjectDatabase() }]
  : [
      { name: "embedded PostgreSQL", database: () => createTestDatabase() },
      ...(inject("oldestServer") ? [{ name: "PostgreSQL 15 over TCP", database: createOldestDatabase }] : []),
    ];

/**
 * The PostgreSQL servers for contract tests of the authentication service. It uses few PostgreSQL features, so only
 * `npm run test:contract` also runs these tests on the oldest server.
 */
export const AUTH_TARGETS =
  process.env.CONTRACT_SERVERS === "all" ? CONTRACT_TARGETS : CONTRACT_TARGETS.slice(0, 1);

async function createOldestDatabase(): Promise<TestDatabase> {
  return createTestDatabase(inject("oldestServer") ?? undefined);
}

export type { TestBackend };

/** The only origin that links may redirect to, other than the public origin. */
export const OTHER_ALLOWED_ORIGIN = "https://preview.example.com";

const PUBLISHABLE_KEY = "sb_publishable_contract_tests";
const SECRET_KEY = "sb_secret_contract_tests";
/** Encrypts the secrets in the backend's database. */
export const ENCRYPTION_KEY = Buffer.alloc(32, "contract").toString("base64");

/** The lowest cost of bcrypt, because hashing would take most of the time of the tests. */
const FAST_PASSWORD_COST = 4;

type TestBackendOptions = {
  rateLimitScale?: number;
  /** Hash passwords as slowly as the product does, for tests whose requests overlap. */
  hasSlowPasswords?: boolean;
  verifyCaptcha?: (token: string) => Promise<boolean>;
  /** null stores secrets in plain text. */
  encryptionKey?: string | null;
  previousEncryptionKey?: string;
  log?: Log;
};

/** Starts the backend with an HTTP server on a free port. Close it in afterAll. */
export async function startTestBackend(
  database: TestDatabase,
  options: TestBackendOptions = {},
): Promise<TestBackend> {
  if (project) {
    return createProjectBackend(project, database, (key) => createSupabaseClient(project.url, key));
  }
  const signInAttempts: SignInAttempt[] = [];
  const emails: AccountEmail[] = [];
  let clockOffsetMs = 0;
  const now = () => new Date(Date.now() + clockOffsetMs);
  let supabase: EmbeddedSupabase | null = null;
  const server = serve({
    fetch: async (request, env) => {
      const response = await supabase?.app.fetch(request, env);
      // Tests read emails right after a response.
      await supabase?.finishBackgroundWork();
      return response ?? new Response(null, { status: 503 });
    },
    port: 0,
    hostname: "127.0.0.1",
  });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  supabase = await createEmbeddedSupabase({
    pool: database.pool,
    publicUrl: url,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    now,
    encryptionKey: options.encryptionKey === null ? undefined : (options.encryptionKey ?? ENCRYPTION_KEY),
    previousEncryptionKey: options.previousEncryptionKey,
    rateLimitScale: options.rateLimitScale ?? 1,
    ...(!options.hasSlowPasswords && { passwordCost: FAST_PASSWORD_COST }),
    clientAddress: (context) => getConnInfo(context).remote.address ?? "unknown",
    onSignInAttempt: async (attempt) => {
      signInAttempts.push(attempt);
    },
    verifyCaptcha: options.verifyCaptcha,
    queueEmail: async (_client, email) => {
      emails.push(email);
    },
    allowedRedirectOrigins: [OTHER_ALLOWED_ORIGIN],
    log: options.log ?? ERRORS_TO_STDERR,
  });
  return {
    url,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    emailSuffix: "",
    supabase,
    database,
    signInAttempts,
    emails,
    now,
    advanceClock(milliseconds) {
      clockOffsetMs += milliseconds;
    },
    client: () => createSupabaseClient(url, PUBLISHABLE_KEY),
    serviceClient: () => createSupabaseClient(url, SECRET_KEY),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) {
          server.closeAllConnections();
        }
      }),
  };
}

/** Starts a backend on a separate database. Both are removed when the test ends. */
export async function startIsolatedBackend(
  target: (typeof CONTRACT_TARGETS)[number],
  options: TestBackendOptions = {},
): Promise<TestBackend> {
  if (project) {
    skipCurrentTest("needs a separate backend with its own limits, keys and clock");
  }
  const backend = await startTestBackend(await target.database(), options);
  onTestFinished(async () => {
    await backend.close();
    await backend.database.drop();
  });
  return backend;
}

export type TestUser = { id: string; email: string; password: string };

let userCount = 0;

/** Creates an account with a confirmed email address. */
export async function createTestUser(
  backend: TestBackend,
  appMetadata: object = { role: "client" },
): Promise<TestUser> {
  userCount += 1;
  const user = {
    email: `user${userCount}${backend.emailSuffix}@example.com`,
    password: `correct horse ${userCount}`,
  };
  const { data, error } = await backend.serviceClient().auth.admin.createUser({
    ...user,
    email_confirm: true,
    app_metadata: appMetadata,
  });
  if (error) {
    throw error;
  }
  return { ...user, id: data.user.id };
}

/** Returns a client that is signed in as the user. */
export async function signInAs(backend: TestBackend, user: TestUser): Promise<SupabaseClient> {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword(user);
  if (error) {
    throw error;
  }
  return client;
}

/** Prints internal errors, because contract tests do not expect any. */
const ERRORS_TO_STDERR: Log = {
  ...silentLog,
  error: (fields, message) => process.stderr.write(`${message} ${inspect(fields)}\n`),
};

function createSupabaseClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
