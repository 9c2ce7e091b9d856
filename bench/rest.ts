// Reads through /rest/v1 beside hand-written routes that do the same SQL in the same transaction: `npx node bench/rest.ts`.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import pg from "pg";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { silentLog } from "#embedded-supabase/log.ts";
import { load, type Measured } from "./load.ts";

const seconds = 1;
const rounds = 8;
const parallel = 10;
const clients = 20;
const invoicesEach = 500;
const columns = ["id", "invoice_number", "amount", "status", "due_date", "description", "payment_schedule"];

type Case = { name: string; path: string; sql: string; values: unknown[] };

/** Prints requests a second, p99 and the share of the hand-written route's throughput. */
export async function measureRest(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool({ ...postgres.connection, max: 10 });
  // Connections end with the server, which stops before the process does.
  pool.on("error", () => {});
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    const folder = join(import.meta.dirname, "../supabase/migrations");
    await migrate(pool, { folder, table: "private.migrations" });
    await compareAll(pool);
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compareAll(pool: pg.Pool): Promise<void> {
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: "http://localhost",
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "127.0.0.1",
    log: silentLog,
  });
  const person = await aClientWithInvoices(pool, supabase.app);
  const claims = JSON.parse(Buffer.from(person.token.split(".")[1] ?? "", "base64url").toString());
  const cases = casesOf(person.clientId);
  const app = new Hono();
  app.route("/", supabase.app);
  for (const one of cases) app.get(`/floor/${one.name}`, floorOf(pool, one, claims));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((listening) => server.once("listening", () => listening()));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const headers = { apikey: "publishable", authorization: `Bearer ${person.token}` };
  for (const one of cases) {
    report(one, await compared(`${origin}/rest/v1/${one.path}`, `${origin}/floor/${one.name}`, headers));
  }
  server.close();
}

function casesOf(clientId: string): Case[] {
  const list = columns.map((column) => `"${column}"`).join(", ");
  const page = (rows: number) => ({
    path: `invoices?select=${columns.join(",")}&client_id=eq.${clientId}&order=due_date.desc&limit=${rows}`,
    sql: `select coalesce(json_agg(r), '[]')::text as body, count(*) as rows from (
            select ${list} from public.invoices where client_id = $1::uuid order by due_date desc limit $2) r`,
    values: [clientId, rows],
  });
  return [
    { name: "500-rows", ...page(500) },
    { name: "20-rows", ...page(20) },
    {
      name: "embed",
      path: `invoices?select=id,amount,clients(company)&client_id=eq.${clientId}&order=due_date.desc&limit=100`,
      sql: `select coalesce(json_agg(r), '[]')::text as body, count(*) as rows from (
              select i.id, i.amount, (select row_to_json(c) from (
                select company from public.clients where id = i.client_id limit 1) c) as clients
                from public.invoices i where i.client_id = $1::uuid order by i.due_date desc limit $2) r`,
      values: [clientId, 100],
    },
  ];
}

/** What a person would write by hand for this one question: the same transaction, nothing read from the request. */
function floorOf(pool: pg.Pool, { name, sql, values }: Case, claims: { session_id: string }) {
  const caller = [claims.session_id, "authenticated", JSON.stringify(claims)];
  return async (context: Context) => {
    const client = await pool.connect();
    try {
      await client.query("begin read only");
      const session = await client.query({
        name: "floor-caller",
        text: `select embedded.session_level($1::uuid) as level, set_config('role', $2, true),
                 set_config('request.jwt.claims', $3, true)`,
        values: caller,
      });
      if (!session.rows[0].level) return context.body(null, 401);
      const { rows } = await client.query({ name: `floor-${name}`, text: sql, values });
      await client.query("commit");
      return context.body(rows[0].body, 200, { "Content-Type": "application/json" });
    } finally {
      client.release();
    }
  };
}

type Compared = { rest: Measured; floor: Measured; ratio: number };

/**
 * Both in turn, many short rounds, so that what else the machine does falls on both: the ratio is the middle one of the
 * rounds' ratios, the figures beside it are each one's best round.
 */
async function compared(rest: string, floor: string, headers: Record<string, string>): Promise<Compared> {
  const measured: Compared[] = [];
  await load({ url: floor, headers, seconds, parallel });
  await load({ url: rest, headers, seconds, parallel });
  for (let round = 0; round < rounds; round++) {
    const hand = await load({ url: floor, headers, seconds, parallel });
    const own = await load({ url: rest, headers, seconds, parallel });
    measured.push({ rest: own, floor: hand, ratio: own.requestsPerSecond / hand.requestsPerSecond });
  }
  const best = (which: "rest" | "floor") =>
    measured
      .map((round) => round[which])
      .reduce((one, other) => (one.requestsPerSecond > other.requestsPerSecond ? one : other));
  const ratios = measured.map((round) => round.ratio).sort((one, other) => one - other);
  return { rest: best("rest"), floor: best("floor"), ratio: ratios[Math.floor(rounds / 2)] ?? 0 };
}

function report(one: Case, { rest, floor, ratio }: Compared): void {
  const line = (name: string, { requestsPerSecond, median, p99, bytes }: Measured) =>
    `${one.name.padEnd(10)} ${name.padEnd(6)} ${requestsPerSecond.toFixed(0).padStart(6)} requests/s   ` +
    `median ${median.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${bytes} bytes`;
  console.log(line("rest", rest));
  console.log(line("floor", floor));
  console.log(`${one.name.padEnd(10)} ratio  ${ratio.toFixed(2)}   (aim: at least 0.7)\n`);
}

/** One of twenty clients with 500 invoices each, signed in. */
async function aClientWithInvoices(pool: pg.Pool, app: Hono): Promise<{ clientId: string; token: string }> {
  const account = { email: "client@example.com", password: "correct horse battery" };
  const post = async (path: string, key: string, body: object) => {
    const answer = await app.request(path, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string; access_token: string };
  };
  const more = { email_confirm: true, app_metadata: { role: "client" } };
  const { id: userId } = await post("/auth/v1/admin/users", "secret", { ...account, ...more });
  const { access_token: token } = await post("/auth/v1/token?grant_type=password", "publishable", account);
  const ids = Array.from({ length: clients }, () => randomUUID());
  const [clientId = ""] = ids;
  await pool.query(
    `insert into public.clients (id, company, contact_person, user_id)
     select id, 'Company ' || id, 'Person', case when id = $2 then $3::uuid end from unnest($1::uuid[]) id`,
    [ids, clientId, userId],
  );
  await pool.query(
    `insert into public.invoices (client_id, invoice_number, description, amount, status, due_date, payment_schedule)
     select id, 'INV-' || n, 'Assessment of part ' || n, n * 10.5, (array['paid', 'pending', 'overdue'])[1 + n % 3],
            date '2026-01-01' + n, '[{"request_type": "BALANCE", "computed_amount_money": {"amount": 100}}]'
       from unnest($1::uuid[]) id, generate_series(1, $2::int) n`,
    [ids, invoicesEach],
  );
  await pool.query("vacuum analyze");
  return { clientId, token };
}

if (import.meta.main) await measureRest();
