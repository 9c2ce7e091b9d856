import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { parseConfig } from "#server/config.ts";
import { createDatabase, type Database } from "#server/database.ts";
import { answerError } from "#server/errors.ts";
import { jobs } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import type { Services } from "#server/services.ts";
import { createSessions, type PersonClaims, type Sessions } from "#server/sessions.ts";
import { createStatedPeriods } from "#server/stated-periods.ts";
import { aDatabase, type TestDatabase } from "./database.ts";
import { embeddedAccounts } from "./embedded-accounts.ts";

type Answer = { status: number; body: Record<string, unknown> };

export type ApiCallers = {
  sql: TestDatabase["pool"];
  connection: TestDatabase["connection"];
  database: Database;
  sessions: Sessions;
  administratorId: string;
  clientA: string;
  clientB: string;
  /** The account of `clientA`. */
  userA: string;
  /** Calls the authentication service as a browser would. */
  authenticate: typeof fetch;
  /** Posts JSON, or text as it is, to an endpoint as one of the people. */
  post(as: Caller, path: string, body: unknown): Promise<Answer>;
  /** Answers one request, for tests that listen on a port. */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Calls an endpoint by another method. */
  call(as: Caller, method: string, path: string, body?: unknown): Promise<Answer>;
};

type Caller = "administrator" | "client" | "visitor";
/** What an endpoint may be made of. */
type Parts = Pick<
  Services,
  "database" | "sessions" | "accounts" | "jobs" | "now" | "config" | "statedPeriods"
>;

/** A database with an administrator and two clients, and an endpoint they call with tokens already verified. */
export async function apiCallers(
  endpoint: (parts: Parts) => Hono,
  now: () => Date = () => new Date(),
): Promise<ApiCallers> {
  const { pool: sql, connection } = await aDatabase();
  const administratorId = await anAccount(sql, "admin");
  const userA = await anAccount(sql, "client");
  const people = new Map<string, PersonClaims>([
    ["administrator", claimsOf(administratorId, "admin")],
    ["client", claimsOf(userA, "client")],
  ]);
  const database = createDatabase(sql);
  const sessions = createSessions(
    async (token) => people.get(token) ?? null,
    async () => true,
  );
  const { accounts, authenticate } = await embeddedAccounts(sql);
  const statedPeriods = createStatedPeriods(database, createLog("silent"), now);
  const app = new Hono();
  app.onError(answerError({ debug() {}, info() {}, warn() {}, error: failTheTest }));
  app.route(
    "/",
    endpoint({ database, sessions, accounts, jobs, now, config: parseConfig({}), statedPeriods }),
  );
  const call: ApiCallers["call"] = async (as, method, path, body) => {
    const response = await app.request(path, {
      method,
      headers: as === "visitor" ? {} : { authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    sql,
    connection,
    database,
    sessions,
    administratorId,
    clientA: await aClientOf(sql, userA),
    clientB: await aClientOf(sql, await anAccount(sql, "client")),
    userA,
    authenticate,
    fetch: (request, env) => app.fetch(request, env),
    post: (as, path, body) => call(as, "POST", path, body),
    call,
  };
}

async function anAccount(sql: TestDatabase["pool"], role: "admin" | "client"): Promise<string> {
  const id = randomUUID();
  await sql.query("insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)", [
    id,
    `${id}@example.com`,
    JSON.stringify({ role }),
  ]);
  return id;
}

async function aClientOf(sql: TestDatabase["pool"], userId: string): Promise<string> {
  const { rows } = await sql.query(
    "insert into public.clients (user_id, company, contact_person) values ($1, 'A company', 'A person') returning id",
    [userId],
  );
  return rows[0].id;
}

function claimsOf(sub: string, role: "admin" | "client"): PersonClaims {
  return { sub, role: "authenticated", email: `${sub}@example.com`, aal: "aal1", app_metadata: { role } };
}

// Only what no endpoint expects is logged as an error.
function failTheTest(fields: unknown): never {
  throw new Error("an endpoint failed", { cause: fields });
}
