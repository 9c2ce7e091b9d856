// Reads through /rest/v1 beside hand-written routes that do the same SQL in the same transaction, and beside
// @supabase/lite where it is installed (`npm ci` in bench/lite): `npx node lab/bench/rest.ts`.
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type pg from "pg";
import { startLite } from "./lite.ts";
import { load, type Measured } from "./load.ts";
import { keep } from "./table.ts";
import { aMember, inAWorld, invoicesFor, listening, publishableKey, type World } from "./world.ts";

const seconds = 1;
const rounds = 8;
const parallel = 10;
const otherClients = 19;
const invoicesEach = 500;
const leastShareOfFloor = 0.7;
const leastTimesLite = 2.5;
const columns = ["id", "invoice_number", "amount", "status", "due_date", "description", "payment_schedule"];

type Case = { name: string; path: string; sql: string; values: unknown[] };

/** Prints requests a second, p99, the share of the hand-written route's throughput and the multiple of lite's. */
export async function measureRest(): Promise<void> {
  await inAWorld(compareAll);
}

async function compareAll(world: World): Promise<void> {
  const { pool, supabase } = world;
  const person = await aMember(world, "client");
  const others = Array.from({ length: otherClients }, () => randomUUID());
  await pool.query(
    "insert into public.clients (id, company, contact_person) select id, 'Company ' || id, 'Person' from unnest($1::uuid[]) id",
    [others],
  );
  await invoicesFor(pool, [person.clientId, ...others], invoicesEach);
  await pool.query("vacuum analyze");

  const claims = JSON.parse(Buffer.from(person.token.split(".")[1] ?? "", "base64url").toString());
  const cases = casesOf(person.clientId);
  const app = new Hono();
  app.route("/", supabase.app);
  for (const one of cases) app.get(`/floor/${one.name}`, floorOf(pool, one, claims));
  const own = await listening(app.fetch);
  const lite = await startLite(world.connection, pool);
  if ("missing" in lite) console.log(`@supabase/lite is not measured: ${lite.missing}`);
  const liteServer = "missing" in lite ? null : await listening(lite.fetch);

  for (const { name, path } of cases) {
    const sides: Side[] = [
      { name: "rest", url: `${own.origin}/rest/v1/${path}`, token: person.token },
      { name: "floor", url: `${own.origin}/floor/${name}`, token: person.token },
    ];
    if (liteServer && !("missing" in lite)) {
      sides.push({ name: "lite", url: `${liteServer.origin}/rest/v1/${path}`, token: lite.tokenOf(claims) });
    }
    await requireSameRows(sides);
    report(name, await measuredInTurn(sides));
  }
  liteServer?.close();
  if (!("missing" in lite)) await lite.close();
  own.close();
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

type Side = { name: "rest" | "floor" | "lite"; url: string; token: string };
type Round = Partial<Record<Side["name"], Measured>>;

const headersOf = ({ token }: Side) => ({ apikey: publishableKey, authorization: `Bearer ${token}` });

/** A comparison of different answers would compare nothing. */
async function requireSameRows(sides: Side[]): Promise<void> {
  const counts = await Promise.all(
    sides.map(async (side) => {
      const rows: unknown = await (await fetch(side.url, { headers: headersOf(side) })).json();
      return Array.isArray(rows) ? rows.length : JSON.stringify(rows);
    }),
  );
  if (new Set(counts).size > 1 || counts[0] === 0) throw new Error(`Different answers: ${counts.join(", ")}`);
}

/** All sides in turn, many short rounds, so that what else the machine does falls on all of them. */
async function measuredInTurn(sides: Side[]): Promise<Round[]> {
  const measured: Round[] = [];
  for (const side of sides) await load({ url: side.url, headers: headersOf(side), seconds, parallel });
  for (let round = 0; round < rounds; round++) {
    const figures: Round = {};
    for (const side of sides) {
      figures[side.name] = await load({ url: side.url, headers: headersOf(side), seconds, parallel });
    }
    measured.push(figures);
  }
  return measured;
}

/** The ratio is the middle one of the rounds' ratios; the figures above it are each side's best round. */
function report(name: string, measured: Round[]): void {
  for (const side of ["rest", "floor", "lite"] as const) {
    const [best] = measured
      .flatMap((round) => round[side] ?? [])
      .sort((one, other) => other.requestsPerSecond - one.requestsPerSecond);
    if (!best) continue;
    console.log(
      `${name.padEnd(10)} ${side.padEnd(6)} ${best.requestsPerSecond.toFixed(0).padStart(6)} requests/s   ` +
        `median ${best.median.toFixed(1)} ms   p99 ${best.p99.toFixed(1)} ms   ${best.bytes} bytes`,
    );
  }
  const ratio = (to: "floor" | "lite", least: number) => {
    const ratios = measured
      .map(({ rest, [to]: other }) => (rest && other ? rest.requestsPerSecond / other.requestsPerSecond : 0))
      .sort((one, other) => one - other);
    const middle = ratios[Math.floor(ratios.length / 2)] ?? 0;
    if (middle === 0) return;
    keep({ what: `reads of ${name} beside ${to}`, value: middle, unit: "×", atLeast: least });
    console.log(`${name.padEnd(10)} ${middle.toFixed(2)} × ${to}   (aim: at least ${least})`);
  };
  ratio("floor", leastShareOfFloor);
  ratio("lite", leastTimesLite);
  console.log();
}

if (import.meta.main) await measureRest();
