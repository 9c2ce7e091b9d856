import { randomUUID } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { createAdminGroup } from "#server/api/route-groups.ts";
import type { Accounts } from "#server/auth/accounts.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { createSessions, type Sessions, type UserClaims } from "#server/auth/sessions.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase, type Database } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import type { Services } from "#server/services.ts";
import { createPublishedRetentionCache } from "#server/site/published-retention.ts";
import type { Account } from "../records/account.ts";
import { createEmbeddedAccounts } from "./embedded-accounts.ts";

type ApiResponse = { status: number; body: Record<string, unknown> };

export type ApiEnvironment = {
  sql: TestDatabase["pool"];
  connection: TestDatabase["connection"];
  database: Database;
  sessions: Sessions;
  administratorId: string;
  clientA: string;
  clientB: string;
  /** The user id of `clientA`. */
  userA: string;
  /** Sends a request to the authentication service. */
  authenticate: typeof fetch;
  /** Sends a POST request as one of the callers. A string body is sent as is, anything else as JSON. */
  post(as: Caller, path: string, body: unknown): Promise<ApiResponse>;
  /** Handles a request, for tests that listen on a port. */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Calls an endpoint with a method other than POST. */
  call(as: Caller, method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** Calls an endpoint as any account. `clientId` selects one of several clients. */
  callAs(account: Account, method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  accounts: Accounts;
};

type CallOptions = {
  body?: unknown;
  clientId?: string;
  aal?: "aal1" | "aal2";
  sessionId?: string;
  userAgent?: string;
};

type Caller = "administrator" | "client" | "visitor";
/** The services that endpoints can use. */
type EndpointServices = Pick<
  Services,
  "database" | "sessions" | "accounts" | "jobs" | "now" | "config" | "publishedRetention" | "rateLimits"
>;

/** A database with an administrator and two clients, who call routes under `/api/admin` with verified tokens. */
export function createApiEnvironment(
  createAdminRoutes: (services: EndpointServices) => Hono<CallerEnv>,
  now?: () => Date,
): Promise<ApiEnvironment> {
  return createRouteEnvironment(
    (parts) => new Hono().route("/", createAdminGroup(parts).route("/", createAdminRoutes(parts))),
    { now },
  );
}

/** Like `createApiEnvironment`, for routes that define their own guards. */
export async function createRouteEnvironment(
  createRoutes: (services: EndpointServices) => Hono,
  {
    now = () => new Date(),
    testDatabase,
  }: { now?: () => Date; testDatabase?: Pick<TestDatabase, "pool" | "connection"> } = {},
): Promise<ApiEnvironment> {
  const { pool: sql, connection } = testDatabase ?? (await createTestDatabase());
  const administratorId = await insertAccount(sql, "admin");
  const userA = await insertAccount(sql, "client");
  const claimsByToken = new Map<string, UserClaims>([
    ["administrator", toClaims(administratorId, "admin")],
    ["client", toClaims(userA, "client")],
  ]);
  const database = createDatabase(sql);
  const sessions = createSessions(
    async (token) => claimsByToken.get(token) ?? null,
    async () => true,
  );
  const { accounts, authenticate } = await createEmbeddedAccounts(sql);
  const publishedRetention = createPublishedRetentionCache(database, createLogger("silent"), now);
  const app = new Hono();
  app.onError(createErrorHandler({ debug() {}, info() {}, warn() {}, error: throwUnexpected }));
  const parts = {
    ...{ database, sessions, accounts, jobs, now, publishedRetention },
    config: parseConfig({}),
    rateLimits: createRateLimits(1, now),
  };
  app.route("/", createRoutes(parts));
  async function request(
    token: string | null,
    method: string,
    path: string,
    { body, clientId, userAgent }: CallOptions,
  ): Promise<ApiResponse> {
    const response = await app.request(path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(clientId && { "x-client-id": clientId }),
        ...(userAgent && { "user-agent": userAgent }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
  const call: ApiEnvironment["call"] = (as, method, path, body) =>
    request(as === "visitor" ? null : as, method, path, { body });
  return {
    sql,
    connection,
    database,
    sessions,
    administratorId,
    clientA: await insertClient(sql, userA),
    clientB: await insertClient(sql, await insertAccount(sql, "client")),
    userA,
    authenticate,
    fetch: (request, env) => app.fetch(request, env),
    post: (as, path, body) => call(as, "POST", path, body),
    call,
    callAs({ userId, role, email }, method, path, { aal = "aal1", sessionId, ...options } = {}) {
      const token = `${userId}-${aal}-${sessionId ?? ""}`;
      claimsByToken.set(token, {
        ...{ ...toClaims(userId, role), email, aal },
        ...(sessionId && { session_id: sessionId }),
      });
      return request(token, method, path, options);
    },
    accounts,
  };
}

async function insertAccount(sql: TestDatabase["pool"], role: "admin" | "client"): Promise<string> {
  const id = randomUUID();
  await sql.query("insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)", [
    id,
    `${id}@example.com`,
    JSON.stringify({ role }),
  ]);
  return id;
}

async function insertClient(sql: TestDatabase["pool"], userId: string): Promise<string> {
  const { rows } = await sql.query(
    "insert into public.clients (user_id, company, contact_person) values ($1, 'A company', 'A person') returning id",
    [userId],
  );
  return rows[0].id;
}

function toClaims(sub: string, role: "admin" | "client"): UserClaims {
  return { sub, role: "authenticated", email: `${sub}@example.com`, aal: "aal1", app_metadata: { role } };
}

// Only unexpected errors are logged with level error.
function throwUnexpected(fields: unknown): never {
  throw new Error("unexpected error in an endpoint", { cause: fields });
}
