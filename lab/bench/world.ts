import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import pg from "pg";
import {
  type Connection,
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { silentLog } from "#embedded-supabase/log.ts";

export const publishableKey = "publishable";
export const secretKey = "secret";

export type World = { pool: pg.Pool; connection: Connection; supabase: { app: Hono } };
export type Member = { email: string; password: string; clientId: string; token: string };

/** The backend on a database of its own with the product's tables, gone when `measure` is done. */
export async function inAWorld(measure: (world: World) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool({ ...postgres.connection, max: 10 });
  // Connections end with the server, which stops before the process does.
  pool.on("error", () => {});
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    const folder = join(import.meta.dirname, "../../supabase/migrations");
    await migrate(pool, { folder, table: "private.migrations" });
    const supabase = await createEmbeddedSupabase({
      pool,
      publicUrl: "http://localhost",
      publishableKey,
      secretKey,
      now: () => new Date(),
      rateLimitScale: 1_000_000,
      clientAddress: () => "127.0.0.1",
      log: silentLog,
    });
    await measure({ pool, connection: postgres.connection, supabase });
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export type Listening = { origin: string; close(): void };

/** On a free port of this machine. */
export async function listening(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Listening> {
  const server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((ready) => server.once("listening", () => ready()));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** A client of the firm, or an administrator, signed in. */
export async function aMember(
  { pool, supabase }: World,
  name: string,
  role: "client" | "admin" = "client",
): Promise<Member> {
  const account = { email: `${name}@example.com`, password: "correct horse battery" };
  const post = async (path: string, key: string, body: object) => {
    const answer = await supabase.app.request(path, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string; access_token: string };
  };
  const more = { email_confirm: true, app_metadata: { role } };
  const { id: userId } = await post("/auth/v1/admin/users", secretKey, { ...account, ...more });
  const { access_token } = await post("/auth/v1/token?grant_type=password", publishableKey, account);
  const clientId = randomUUID();
  if (role === "client") {
    await pool.query(
      "insert into public.clients (id, company, contact_person, user_id) values ($1, $2, 'Person', $3)",
      [clientId, `Company of ${name}`, userId],
    );
  }
  return { ...account, clientId, token: access_token };
}

/** Invoices for each of these clients, numbered with the client's id. */
export async function invoicesFor(pool: pg.Pool, clientIds: string[], each: number): Promise<void> {
  await pool.query(
    `insert into public.invoices (client_id, invoice_number, description, amount, status, due_date, payment_schedule)
     select id, 'INV-' || n || '-' || id, 'Assessment of part ' || n, n * 10.5, (array['paid', 'pending', 'overdue'])[1 + n % 3],
            date '2026-01-01' + n, '[{"request_type": "BALANCE", "computed_amount_money": {"amount": 100}}]'
       from unnest($1::uuid[]) id, generate_series(1, $2::int) n`,
    [clientIds, each],
  );
}
