import { inspect } from "node:util";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { inject, onTestFinished } from "vitest";
import {
  type AccountMail,
  createEmbeddedSupabase,
  type EmbeddedSupabase,
  type SignInAttempt,
} from "#embedded-supabase/index.ts";
import { type Log, silentLog } from "#embedded-supabase/log.ts";
import { projectBackend, projectDatabase, projectOf, skipThisTest } from "./contract-project.ts";
import { aDatabase, type TestDatabase } from "./database.ts";

/**
 * The Supabase project named by `CONTRACT_URL`, `CONTRACT_PUBLISHABLE_KEY` and `CONTRACT_SECRET_KEY`, which must hold
 * the contract in place of our own backend.
 */
const project = projectOf(process.env);

/** The servers on which the contract must hold: `describe.each(contractTargets)`. */
export const contractTargets: { name: string; database: () => Promise<TestDatabase> }[] = project
  ? [{ name: project.url, database: async () => projectDatabase() }]
  : [
      { name: "embedded PostgreSQL", database: () => aDatabase() },
      ...(inject("oldestServer") ? [{ name: "PostgreSQL 15 over TCP", database: oldestDatabase }] : []),
    ];

async function oldestDatabase(): Promise<TestDatabase> {
  return aDatabase(inject("oldestServer") ?? undefined);
}

export type Backend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Stands in every address of a person made here. */
  emailSuffix: string;
  supabase: EmbeddedSupabase;
  database: TestDatabase;
  /** Every sign-in attempt the backend told of. */
  attempts: SignInAttempt[];
  /** Every mail the backend queued, the newest last. */
  mails: AccountMail[];
  /** Moves the backend's clock. */
  advance(milliseconds: number): void;
  now(): Date;
  /** A browser's client: its own session, kept in memory. */
  client(): SupabaseClient;
  /** A client with the secret key. */
  service(): SupabaseClient;
  close(): Promise<void>;
};

/** Besides the backend's own, the one origin that links may lead to. */
export const otherAllowedOrigin = "https://preview.example.com";

const publishableKey = "sb_publishable_of_the_contract_suite";
const secretKey = "sb_secret_of_the_contract_suite";

/** The backend behind a real HTTP server on a free port. Close it in afterAll. */
export async function aBackend(
  database: TestDatabase,
  options: { rateLimitScale?: number; verifyCaptcha?: (token: string) => Promise<boolean> } = {},
): Promise<Backend> {
  if (project) return projectBackend(project, database, (key) => supabaseClient(project.url, key));
  const attempts: SignInAttempt[] = [];
  const mails: AccountMail[] = [];
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  let app: EmbeddedSupabase["app"] | null = null;
  const server = serve({
    fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
    port: 0,
    hostname: "127.0.0.1",
  });
  await new Promise<void>((listening) => server.once("listening", () => listening()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const supabase = await createEmbeddedSupabase({
    pool: database.pool,
    publicUrl: url,
    publishableKey,
    secretKey,
    now,
    encryptionKey: Buffer.alloc(32, "contract").toString("base64"),
    rateLimitScale: options.rateLimitScale ?? 1,
    clientAddress: (context) => getConnInfo(context).remote.address ?? "unknown",
    onSignInAttempt: async (attempt) => {
      attempts.push(attempt);
    },
    verifyCaptcha: options.verifyCaptcha,
    queueMail: async (_client, mail) => {
      mails.push(mail);
    },
    allowedRedirectOrigins: [otherAllowedOrigin],
    log: failuresShown,
  });
  app = supabase.app;
  return {
    url,
    publishableKey,
    secretKey,
    emailSuffix: "",
    supabase,
    database,
    attempts,
    mails,
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    client: () => supabaseClient(url, publishableKey),
    service: () => supabaseClient(url, secretKey),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A backend on a database of its own, closed and dropped when the test ends. */
export async function aBackendForThisTest(
  target: (typeof contractTargets)[number],
  options: Parameters<typeof aBackend>[1] = {},
): Promise<Backend> {
  if (project) skipThisTest("needs a backend of its own, with its limits, keys and clock");
  const backend = await aBackend(await target.database(), options);
  onTestFinished(async () => {
    await backend.close();
    await backend.database.drop();
  });
  return backend;
}

export type Person = { id: string; email: string; password: string };

let people = 0;

/** An account that can sign in. */
export async function aPerson(backend: Backend, appMetadata: object = { role: "client" }): Promise<Person> {
  people += 1;
  const person = {
    email: `person${people}${backend.emailSuffix}@example.com`,
    password: `correct horse ${people}`,
  };
  const { data, error } = await backend.service().auth.admin.createUser({
    ...person,
    email_confirm: true,
    app_metadata: appMetadata,
  });
  if (error) throw error;
  return { ...person, id: data.user.id };
}

/** A client signed in as that person. */
export async function signedIn(backend: Backend, person: Person): Promise<SupabaseClient> {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  return client;
}

/** No contract test expects a failure of the backend itself: one that happens is shown with its cause. */
const failuresShown: Log = {
  ...silentLog,
  error: (fields, message) => process.stderr.write(`${message} ${inspect(fields)}\n`),
};

function supabaseClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
