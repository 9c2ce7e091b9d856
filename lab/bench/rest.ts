// Compares reads through /rest/v1 with hand-written routes that run the same SQL in the same transaction, and with
// @supabase/lite if it is installed (`npm ci` in lab/bench/lite): `npx node lab/bench/rest.ts`.
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type pg from "pg";
import {
  createSignedInUser,
  insertInvoices,
  PUBLISHABLE_KEY,
  startHttpServer,
  type TestBackend,
  withTestBackend,
} from "./fixtures/backend.ts";
import { startLite } from "./lite.ts";
import { type LoadResult, runLoad } from "./measure/load.ts";
import { recordResult } from "./measure/results.ts";

const SECONDS = 1;
const ROUNDS = 8;
const CONCURRENCY = 10;
const OTHER_CLIENTS = 19;
const INVOICES_PER_CLIENT = 500;
const MIN_SHARE_OF_BASELINE = 0.7;
const MIN_MULTIPLE_OF_LITE = 2.5;
const COLUMNS = ["id", "invoice_number", "amount", "status", "due_date", "description", "payment_schedule"];

type Case = { name: string; path: string; sql: string; values: unknown[] };

/** Prints requests per second, p99, and throughput relative to the hand-written route and to lite. */
export async function measureRest(): Promise<void> {
  await withTestBackend(compareAll);
}

async function compareAll(backend: TestBackend): Promise<void> {
  const { pool, supabase } = backend;
  const user = await createSignedInUser(backend, "client");
  const others = Array.from({ length: OTHER_CLIENTS }, () => randomUUID());
  await pool.query(
    "insert into public.clients (id, company, contact_person) select id, 'Company ' || id, 'Person' from unnest($1::uuid[]) id",
    [others],
  );
  await insertInvoices(pool, [user.clientId, ...others], INVOICES_PER_CLIENT);
  await pool.query("vacuum analyze");

  const claims = JSON.parse(Buffer.from(user.token.split(".")[1] ?? "", "base64url").toString());
  const cases = createCases(user.clientId);
  const app = new Hono();
  app.route("/", supabase.app);
  for (const testCase of cases) {
    app.get(`/floor/${testCase.name}`, createBaselineHandler(pool, testCase, claims));
  }
  const server = await startHttpServer(app.fetch);
  const lite = await startLite(backend.connection, pool);
  if ("missing" in lite) {
    console.log(`Skipped @supabase/lite: ${lite.missing}`);
  }
  const liteServer = "missing" in lite ? null : await startHttpServer(lite.fetch);

  for (const { name, path } of cases) {
    const candidates: Candidate[] = [
      { name: "rest", url: `${server.origin}/rest/v1/${path}`, token: user.token },
      { name: "floor", url: `${server.origin}/floor/${name}`, token: user.token },
    ];
    if (liteServer && !("missing" in lite)) {
      candidates.push({
        name: "lite",
        url: `${liteServer.origin}/rest/v1/${path}`,
        token: lite.signToken(claims),
      });
    }
    await assertSameRows(candidates);
    report(name, await measureInterleaved(candidates));
  }
  liteServer?.close();
  if (!("missing" in lite)) {
    await lite.close();
  }
  server.close();
}

function createCases(clientId: string): Case[] {
  const list = COLUMNS.map((column) => `"${column}"`).join(", ");
  const page = (rows: number) => ({
    path: `invoices?select=${COLUMNS.join(",")}&client_id=eq.${clientId}&order=due_date.desc&limit=${rows}`,
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

/** A hand-written handler for one query: the same transaction, without parsing the request. */
function createBaselineHandler(
  pool: pg.Pool,
  { name, sql, values }: Case,
  claims: { session_id: string; sub: string },
) {
  const caller = [claims.session_id, claims.sub, "authenticated", JSON.stringify(claims)];
  return async (context: Context) => {
    const client = await pool.connect();
    try {
      await client.query("begin read only");
      const session = await client.query({
        name: "floor-caller",
        text: `select embedded.session_level($1::uuid, $2::uuid) as level, set_config('role', $3, true),
                 set_config('request.jwt.claims', $4, true)`,
        values: caller,
      });
      if (!session.rows[0].level) {
        return context.body(null, 401);
      }
      const { rows } = await client.query({ name: `floor-${name}`, text: sql, values });
      await client.query("commit");
      return context.body(rows[0].body, 200, { "Content-Type": "application/json" });
    } finally {
      client.release();
    }
  };
}

type Candidate = { name: "rest" | "floor" | "lite"; url: string; token: string };
type Round = Partial<Record<Candidate["name"], LoadResult>>;

const toHeaders = ({ token }: Candidate) => ({ apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}` });

/** Makes sure that all candidates return the same number of rows. */
async function assertSameRows(sides: Candidate[]): Promise<void> {
  const counts = await Promise.all(
    sides.map(async (side) => {
      const rows: unknown = await (await fetch(side.url, { headers: toHeaders(side) })).json();
      return Array.isArray(rows) ? rows.length : JSON.stringify(rows);
    }),
  );
  if (new Set(counts).size > 1 || counts[0] === 0) {
    throw new Error(`The candidates returned different numbers of rows: ${counts.join(", ")}`);
  }
}

/** Measures all candidates alternately in short rounds, so that other load affects all of them equally. */
async function measureInterleaved(sides: Candidate[]): Promise<Round[]> {
  const measured: Round[] = [];
  for (const side of sides) {
    await runLoad({ url: side.url, headers: toHeaders(side), seconds: SECONDS, parallel: CONCURRENCY });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const figures: Round = {};
    for (const side of sides) {
      figures[side.name] = await runLoad({
        url: side.url,
        headers: toHeaders(side),
        seconds: SECONDS,
        parallel: CONCURRENCY,
      });
    }
    measured.push(figures);
  }
  return measured;
}

/** Prints each candidate's best round and the median ratio of all rounds. */
function report(name: string, measured: Round[]): void {
  for (const side of ["rest", "floor", "lite"] as const) {
    const [best] = measured
      .flatMap((round) => round[side] ?? [])
      .sort((a, b) => b.requestsPerSecond - a.requestsPerSecond);
    if (!best) {
      continue;
    }
    console.log(
      `${name.padEnd(10)} ${side.padEnd(6)} ${best.requestsPerSecond.toFixed(0).padStart(6)} requests/s   ` +
        `median ${best.median.toFixed(1)} ms   p99 ${best.p99.toFixed(1)} ms   ${best.bytes} bytes`,
    );
  }
  const recordMedianRatio = (to: "floor" | "lite", minimum: number) => {
    const ratios = measured
      .map(({ rest, [to]: other }) => (rest && other ? rest.requestsPerSecond / other.requestsPerSecond : 0))
      .sort((a, b) => a - b);
    const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
    if (median === 0) {
      return;
    }
    recordResult({
      name: `reads of ${name} compared with ${to}`,
      value: median,
      unit: "×",
      atLeast: minimum,
    });
    console.log(`${name.padEnd(10)} ${median.toFixed(2)} × ${to}   (target: at least ${minimum})`);
  };
  recordMedianRatio("floor", MIN_SHARE_OF_BASELINE);
  recordMedianRatio("lite", MIN_MULTIPLE_OF_LITE);
  console.log();
}

if (import.meta.main) {
  await measureRest();
}
