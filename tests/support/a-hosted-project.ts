import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { cors } from "hono/cors";
import pg from "pg";
import { migrateBackend, prepareRoles, startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { type Log, silentLog } from "#embedded-supabase/log.ts";
import { queueAccountMail } from "#server/account-mail.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aFreePort } from "./a-process.ts";

/** What stands in for a hosted Supabase project: our own backend on a database and an address of its own. */
export type HostedProject = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** What the product is started with so that it uses this project. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const PASSWORD = "hosted";
const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
const FORGETFUL = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts one, with the product's schema as `supabase db push` leaves it. Its mails go to the outbox of the product: a
 * real project sends them itself, by the templates of docs/hosted.md.
 * @param siteUrl where the product's pages will be, @param folder holds its database until it stops.
 */
export async function aHostedProject(siteUrl: string, folder: string): Promise<HostedProject> {
  const port = Number(await aFreePort());
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "hosted"),
    listen: { port, password: PASSWORD },
    settings: FORGETFUL,
  });
  const pool = new pg.Pool({ ...postgres.connection, max: 10 });
  pool.on("error", () => {});
  await prepareRoles(pool);
  await migrateBackend(pool);
  await pushed(pool);

  let answer: Hono["fetch"] = () => new Response(null, { status: 503 });
  const server = serve({
    fetch: (request, env) => answer(request, env),
    port: 0,
    hostname: "127.0.0.1",
  });
  await new Promise<void>((listening) => server.once("listening", () => listening()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const keys = { publishableKey: "sb_publishable_of_the_project", secretKey: "sb_secret_of_the_project" };
  const queue = queueAccountMail(jobs, siteUrl);
  const supabase = await createEmbeddedSupabase({
    ...keys,
    pool,
    publicUrl: siteUrl,
    apiUrl: url,
    now: () => new Date(),
    encryptionKey: Buffer.alloc(32, "hosted").toString("base64"),
    rateLimitScale: 1000,
    log: failuresShown,
    clientAddress: (context) => getConnInfo(context).remote.address ?? "unknown",
    queueMail: (client, mail) =>
      queue(async (sql, values) => (await client.query(sql, values ? [...values] : [])).rows, mail),
  });
  answer = new Hono()
    // Ours alone: no real project has these addresses.
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
      await new Promise<void>((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await pool.end();
      await postgres.stop();
    },
  };
}

/** A failure of the project itself is shown with its cause: no test expects one. */
const failuresShown: Log = {
  ...silentLog,
  error: (fields, message) => process.stderr.write(`${message} ${inspect(fields)}\n`),
};

/** As the Supabase CLI does: each file in a transaction of its own, with its note in a table of the CLI's. */
async function pushed(pool: pg.Pool): Promise<void> {
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
