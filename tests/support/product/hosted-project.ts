import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import { migrateBackend, prepareRoles, startEmbeddedPostgres } from "@wardline/embedded-supabase/database";
import { type Log, silentLog } from "@wardline/embedded-supabase/log";
import { Hono } from "hono";
import { cors } from "hono/cors";
import pg from "pg";
import { createAccountEmailQueue } from "#server/auth/account-email.ts";
import { createQuery } from "#server/database/query.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { findFreePort } from "../network/free-port.ts";

/** A simulated hosted Supabase project: the embedded backend with a separate database and URL. */
export type HostedProject = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Environment variables that make the product use this project. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const PASSWORD = "hosted";
const MIGRATIONS = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));
const FAST_UNSAFE_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts a project with the product's schema, as after `supabase db push`. Its email goes to the outbox of the product. A
 * real project sends email itself, with the templates of docs/hosted.md.
 * @param siteUrl the URL of the product
 * @param folder the parent folder of the database
 */
export async function startHostedProject(siteUrl: string, folder: string): Promise<HostedProject> {
  const port = Number(await findFreePort());
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "hosted"),
    listen: { port, password: PASSWORD },
    settings: FAST_UNSAFE_SETTINGS,
  });
  const pool = new pg.Pool({ ...postgres.connection, max: 10 });
  pool.on("error", () => {});
  await prepareRoles(pool);
  await migrateBackend(pool);
  await pushMigrations(pool);

  let handle: Hono["fetch"] = () => new Response(null, { status: 503 });
  const server = serve({
    fetch: (request, env) => handle(request, env),
    port: 0,
    hostname: "127.0.0.1",
  });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const keys = { publishableKey: "sb_publishable_of_the_project", secretKey: "sb_secret_of_the_project" };
  const queue = createAccountEmailQueue(jobs, siteUrl);
  const supabase = await createEmbeddedSupabase({
    ...keys,
    pool,
    publicUrl: siteUrl,
    apiUrl: url,
    now: () => new Date(),
    encryptionKey: Buffer.alloc(32, "hosted").toString("base64"),
    rateLimitScale: 1000,
    passwordCost: 4,
    log: ERRORS_TO_STDERR,
    clientAddress: (context) => getConnInfo(context).remote.address ?? "unknown",
    queueEmail: (client, email) => queue(createQuery(client), email),
  });
  handle = new Hono()
    // A real project does not have these endpoints.
    .all("/auth/v1/embedded/*", cors(), (context) => context.json({ msg: "404 page not found" }, 404))
    .route("/", supabase.app).fetch;
  const database = `postgres://${postgres.connection.user}:${PASSWORD}@127.0.0.1:${port}/${postgres.connection.database}`;
  return {
    url,
    ...keys,
    env: {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      DATABASE_URL: database,
    },
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) {
          server.closeAllConnections();
        }
      });
      await supabase.finishBackgroundWork();
      await pool.end();
      await postgres.stop();
    },
  };
}

/** Internal errors are unexpected, so they are printed. */
const ERRORS_TO_STDERR: Log = {
  ...silentLog,
  error: (fields, message) => process.stderr.write(`${message} ${inspect(fields)}\n`),
};

/** Runs each migration in a transaction and records it, like the Supabase CLI. */
async function pushMigrations(pool: pg.Pool): Promise<void> {
  await pool.query(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const file of (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    await pool.query(`begin; ${await readFile(join(MIGRATIONS, file), "utf8")}; commit`);
    await pool.query("insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)", [
      version,
      name,
    ]);
  }
}
