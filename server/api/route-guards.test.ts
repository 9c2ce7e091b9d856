import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDevMailRoutes } from "#server/api/public/dev-mail.ts";
import { createHealthRoutes } from "#server/api/public/health.ts";
import { createAccounts } from "#server/auth/accounts.ts";
import { createBackend } from "#server/backend.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database/database.ts";
import { createDocumentLinks } from "#server/files/download/document-links.ts";
import { createFiles } from "#server/files/index.ts";
import { createApp } from "#server/http/app.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs, migrateQueue } from "#server/jobs/queue/queue.ts";
import { loadKeys } from "#server/keys.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createMetrics } from "#server/observability/metrics.ts";
import { createPaymentContext } from "#server/payments/create-payment-context.ts";
import { createPublishedRetentionCache } from "#server/site/published-retention.ts";
import { readSession } from "#tests/support/product/session.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";

/** Callers that every route must reject, with the expected status. */
const REJECTED_CALLERS = {
  "no token": 401,
  "expired token": 401,
  "suspended client": 401,
  client: 403,
  "administrator without the required second factor": 403,
} as const;
type RejectedCaller = keyof typeof REJECTED_CALLERS;

/**
 * Routes that are not restricted to administrators. Every other route under /api must reject all of the callers above.
 */
const EXCEPTIONS: Record<string, { callers: readonly RejectedCaller[] | "everyone"; reason: string }> = {
  "GET /api/health": { callers: "everyone", reason: "liveness check" },
  "GET /api/ready": { callers: "everyone", reason: "readiness check" },
  "GET /api/config": { callers: "everyone", reason: "public configuration of the pages" },
  "POST /api/contact/send": { callers: "everyone", reason: "contact form of the public site" },
  "GET /api/consultations/slots": { callers: "everyone", reason: "free times of the public site" },
  "POST /api/consultations": { callers: "everyone", reason: "booking form of the public site" },
  "GET /api/consultations/:token": { callers: "everyone", reason: "the link is the authorization" },
  "GET /api/consultations/:token/calendar.ics": {
    callers: "everyone",
    reason: "the link is the authorization",
  },
  "POST /api/consultations/:token/confirm": {
    callers: "everyone",
    reason: "the link is the authorization",
  },
  "POST /api/consultations/:token/reschedule": {
    callers: "everyone",
    reason: "the link is the authorization",
  },
  "POST /api/consultations/:token/cancel": { callers: "everyone", reason: "the link is the authorization" },
  "GET /api/documents/:token": { callers: "everyone", reason: "the signed link is the authorization" },
  "POST /api/square/webhook": { callers: "everyone", reason: "authorized by Square's signature" },
  "GET /api/metrics": { callers: "everyone", reason: "authorized by METRICS_TOKEN" },
  "POST /api/mail-bounce": { callers: "everyone", reason: "authorized by MAIL_BOUNCE_TOKEN" },
  "GET /api/client/documents/:id": { callers: ["client"], reason: "clients open their own documents" },
  "GET /api/client/invoices/:id/pdf": { callers: ["client"], reason: "clients open their own invoices" },
  "GET /api/client/statement": { callers: ["client"], reason: "clients open their own statements" },
  "GET /api/client/statement.pdf": { callers: ["client"], reason: "clients open their own statements" },
  "GET /api/client/own-invitations": { callers: ["client"], reason: "people see their own invitations" },
  "POST /api/client/own-invitations/:id/accept": {
    callers: ["client"],
    reason: "people accept their own invitations",
  },
  "POST /api/client/own-invitations/:id/decline": {
    callers: ["client"],
    reason: "people decline their own invitations",
  },
  "PUT /api/client/own-name": { callers: ["client"], reason: "people change their own name" },
  "POST /api/client/visit": { callers: ["client"], reason: "clients open the portal" },
  "POST /api/client/plan-checkouts": { callers: ["client"], reason: "clients subscribe to a plan" },
  "POST /api/client/plan-requests": { callers: ["client"], reason: "clients request a change of their plan" },
  "POST /api/client/plan-requests/:id/withdraw": {
    callers: ["client"],
    reason: "clients withdraw their own requests",
  },
  "POST /api/client/findings/:id/view": {
    callers: ["client"],
    reason: "clients open their own findings",
  },
  "PUT /api/client/findings/:id/status": {
    callers: ["client"],
    reason: "clients change the status of their own findings",
  },
  "PUT /api/client/findings/:id/plan": {
    callers: ["client"],
    reason: "clients plan the fixes of their own findings",
  },
  "POST /api/client/findings/:id/risk-acceptance": {
    callers: ["client"],
    reason: "clients request to accept their own risks",
  },
  "POST /api/client/risk-acceptances/:id/decision": {
    callers: ["client"],
    reason: "owners decide about their own risks",
  },
  "DELETE /api/client/risk-acceptances/:id": {
    callers: ["client"],
    reason: "clients withdraw their own requests",
  },
  "POST /api/client/retests": {
    callers: ["client"],
    reason: "clients request retests of their own findings",
  },
  "DELETE /api/client/retests/:id": { callers: ["client"], reason: "clients cancel their own requests" },
  "GET /api/client/proposals/:id/pdf": {
    callers: ["client"],
    reason: "owners and billing members download their own proposals",
  },
  "POST /api/client/proposals/:id/view": {
    callers: ["client"],
    reason: "clients open their own proposals",
  },
  "POST /api/client/proposals/:id/accept": {
    callers: ["client"],
    reason: "owners and billing members accept their own proposals",
  },
  "POST /api/client/proposals/:id/decline": {
    callers: ["client"],
    reason: "owners and billing members decline their own proposals",
  },
  "POST /api/client/milestones/:id/accept": {
    callers: ["client"],
    reason: "owners and billing members accept milestones of their own projects",
  },
  "POST /api/client/bookings/:id/cancel": {
    callers: ["client"],
    reason: "clients cancel their own requests",
  },
  "POST /api/client/bookings/:id/propose-time": {
    callers: ["client"],
    reason: "clients propose another time for their own meetings",
  },
  "POST /api/client/consultations": { callers: ["client"], reason: "clients book consultations" },
  "GET /api/client/bookings/:id/free-times": {
    callers: ["client"],
    reason: "clients pick times for their own meetings",
  },
  "POST /api/client/bookings/:id/schedule": {
    callers: ["client"],
    reason: "clients pick times for their own meetings",
  },
  "DELETE /api/client/bookings/:id/proposed-time": {
    callers: ["client"],
    reason: "clients withdraw a time they proposed",
  },
  "GET /api/recovery-codes": {
    callers: ["client", "administrator without the required second factor"],
    reason: "every user sees the number of their own codes, which is 0 without the required second factor",
  },
  "POST /api/recovery-codes": { callers: ["client"], reason: "every user replaces their own codes" },
  "POST /api/recovery-codes/redeem": {
    callers: ["client", "administrator without the required second factor"],
    reason: "a code replaces the second factor",
  },
  "GET /api/own-sessions": { callers: ["client"], reason: "every user sees their own sessions" },
  "GET /api/recent-sign-in": { callers: ["client"], reason: "every user can check their own sign-in" },
  "DELETE /api/own-sessions/:id": { callers: ["client"], reason: "every user ends their own sessions" },
};

/** Query strings to test for routes that select an action by query parameter. */
const QUERIES: Record<string, readonly string[]> = {
  "GET /api/oauth/square": ["?action=status"],
  "POST /api/oauth/square": ["?action=ticket", "?action=disconnect"],
};

/** Text that PostgreSQL rejects, in fields that routes store or compare. */
const UNSTORABLE_BODIES = ["a\0b", "a\ud800b"].map((text) =>
  JSON.stringify({
    ...{ name: text, title: text, company: text, email: text, body: text, message: text, note: text },
    ...{ reason: text, comment: text, description: text, text, token: text, code: text, password: text },
  }),
);

/** Areas outside /api that have their own authorization and tests. */
const OTHER_AREAS = ["/auth/v1", "/rest/v1", "/dev/mail"];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Exceeds every JSON body limit. The guard must respond before the size is checked. */
const LARGE_BODY = "x".repeat(512 * 1024);

let folder: string;
let app: Hono;
let tokens: Record<RejectedCaller | "administrator", string | null>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "route-guards-"));
  const { pool } = await createTestDatabase();
  await migrateQueue(pool);
  let currentTime = new Date();
  const now = () => currentTime;
  app = await createRealApp(folder, pool, now);

  const client = await createTestClient({ pool });
  const suspendedClient = await createTestClient({ pool });
  const administrator = await createAdministrator({ pool });
  const administratorWithFactor = await createAdministrator({ pool }, { secondFactor: true });
  const startedAt = currentTime;
  currentTime = new Date(startedAt.getTime() - 2 * 3_600_000);
  const expiredToken = await signIn(administrator);
  currentTime = startedAt;
  tokens = {
    "no token": null,
    "expired token": expiredToken,
    client: await signIn(client),
    "suspended client": await signIn(suspendedClient),
    "administrator without the required second factor": await signIn(administratorWithFactor),
    administrator: await signIn(administrator),
  };
  const response = await request("POST", `/api/admin/clients/${suspendedClient.id}/status`, "administrator", {
    body: JSON.stringify({ status: "suspended" }),
  });
  expect(response.status).toBe(200);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the routes under /api", () => {
  test("include every exception, so that the list has no outdated entries", () => {
    const routes = listRoutes();
    expect(
      [...Object.keys(EXCEPTIONS), ...Object.keys(QUERIES)].filter((name) => !routes.includes(name)),
    ).toEqual([]);
    expect(routes.length).toBeGreaterThan(45);
  });

  for (const [caller, status] of Object.entries(REJECTED_CALLERS) as [RejectedCaller, number][]) {
    test(`reject before reading the body: ${caller}`, async () => {
      const statuses: Record<string, number> = {};
      const expected: Record<string, number> = {};
      for (const name of listRoutes().filter((route) => !isAllowed(route, caller))) {
        for (const query of QUERIES[name] ?? [""]) {
          const response = await requestRoute(name, query, caller);
          statuses[name + query] = response.status;
          expected[name + query] = status;
        }
      }
      expect(statuses).toEqual(expected);
    });
  }

  test("accept an administrator", async () => {
    const names = listRoutes().filter((name) => name.startsWith("GET /api/admin/"));
    for (const name of names) {
      const { status } = await requestRoute(name, "", "administrator");
      expect([401, 403], name).not.toContain(status);
    }
    expect(names.length).toBeGreaterThan(5);
  });

  test("never fail for text that PostgreSQL rejects", async () => {
    const statuses: string[] = [];
    for (const name of listRoutes().filter((each) => /^(POST|PUT|PATCH|DELETE) /.test(each))) {
      const [method = "", path = ""] = name.split(" ");
      const caller = isAllowed(name, "client") ? "client" : "administrator";
      for (const body of UNSTORABLE_BODIES) {
        const { status } = await request(method, toSamplePath(path), caller, { body });
        statuses.push(`${status} ${name}`);
      }
    }
    expect(statuses.filter((each) => each.startsWith("5"))).toEqual([]);
  });

  test("return an error for other methods and unknown paths", async () => {
    const paths = new Set(app.routes.map(({ path }) => path).filter((path) => path.startsWith("/api")));
    for (const path of [...paths, "/api/*", "/api/admin/*", "/api/client/*", "/api/square/*"]) {
      for (const method of METHODS.filter((each) => !listRoutes().includes(`${each} ${path}`))) {
        const { status } = await app.request(toSamplePath(path), { method });
        expect([401, 403, 404, 405], `${method} ${path}`).toContain(status);
      }
    }
  });
});

test("routes outside /api belong to an area with its own authorization", () => {
  const otherPaths = app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/api/"))
    .map(({ path }) => path);
  expect(
    otherPaths.filter((path) => !OTHER_AREAS.some((area) => path === area || path.startsWith(`${area}/`))),
  ).toEqual([]);
});

test("every response has an X-Frame-Options header that matches its frame-ancestors", async () => {
  const frameOptions = { "'none'": "DENY", "'self'": "SAMEORIGIN" };
  const paths = ["/auth/v1/health", "/rest/v1/clients", "/dev/mail", "/unknown", "/api/unknown"];
  for (const name of [...listRoutes(), ...paths.map((path) => `GET ${path}`)]) {
    const { headers } = await requestRoute(name, "", "no token");
    const [, ancestors] =
      /frame-ancestors ('none'|'self')/.exec(headers.get("content-security-policy") ?? "") ?? [];
    const expected = Object.entries(frameOptions).find(([source]) => source === ancestors)?.[1];
    expect([name, expected], name).toEqual([name, headers.get("x-frame-options")]);
  }
});

test("an unauthorized navigation to Square returns to the dashboard", async () => {
  for (const caller of ["no token", "client", "administrator"] as const) {
    const response = await request("GET", "/api/oauth/square?action=authorize", caller);
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      "/admin/dashboard?oauth_status=error&message=not_authorized",
    ]);
  }
});

test("clients and administrators can access document links", async () => {
  for (const caller of ["client", "administrator"] as const) {
    expect((await request("GET", `/api/client/documents/${randomUUID()}`, caller)).status).toBe(404);
  }
});

/** Lists the registered routes as "METHOD /path", without middleware, which is registered for "ALL" methods. */
function listRoutes(): string[] {
  const names = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(names)];
}

function isAllowed(route: string, caller: RejectedCaller): boolean {
  const callers = EXCEPTIONS[route]?.callers ?? [];
  return callers === "everyone" || callers.includes(caller);
}

function toSamplePath(path: string): string {
  return path.replaceAll(/:(\w+)(\{[^}]*\})?/g, () => randomUUID()).replaceAll("*", "unknown");
}

function requestRoute(name: string, query: string, caller: keyof typeof tokens): Promise<Response> {
  const [method = "", path = ""] = name.split(" ");
  const body = method === "POST" || method === "PUT" ? LARGE_BODY : undefined;
  return request(method, toSamplePath(path) + query, caller, { body });
}

async function request(
  method: string,
  path: string,
  caller: keyof typeof tokens,
  { body }: { body?: string | undefined } = {},
): Promise<Response> {
  const token = tokens[caller];
  return app.request(path, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body !== undefined && { body }),
  });
}

async function signIn({ email, password }: Account): Promise<string> {
  const response = await app.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = await readSession(response);
  expect(response.status).toBe(200);
  return token;
}

/** Creates the server's app with all optional routes, like start-product.ts, but without the built pages. */
async function createRealApp(
  dataDir: string,
  pool: Awaited<ReturnType<typeof createTestDatabase>>["pool"],
  now: () => Date,
): Promise<Hono> {
  const config = parseConfig({
    DEMO: "false",
    DATA_DIR: dataDir,
    PUBLIC_URL: "http://localhost:3000",
    SQUARE_MODE: "sandbox",
    SQUARE_APPLICATION_ID: "sandbox-sq0idb-test",
    SQUARE_APPLICATION_SECRET: "sandbox-sq0csb-test",
    METRICS_TOKEN: randomBytes(32).toString("hex"),
    MAIL_BOUNCE_TOKEN: randomBytes(32).toString("hex"),
  });
  const keys = { ...loadKeys(config), publishableKey: "publishable" };
  const log = createLogger("silent");
  const clientAddress = () => "198.51.100.7";
  const database = createDatabase(pool);
  const backend = await createBackend({ config, keys, pool, log, now, clientAddress });
  const baseServices = {
    config,
    keys,
    database,
    jobs,
    log,
    now,
    clientAddress,
    sessions: backend.sessions(database),
    accounts: createAccounts(config.publicUrl, keys.secretKey, backend.fetch),
    rateLimits: createRateLimits(config.rateLimitScale, now),
    files: createFiles(config),
    scanner: null,
    documentLinks: createDocumentLinks(keys.encryptionKey, now),
    publishedRetention: createPublishedRetentionCache(database, log, now),
  };
  const services = { ...baseServices, payments: createPaymentContext(baseServices) };
  return createApp(services, {
    metrics: createMetrics(pool),
    health: createHealthRoutes({}),
    backend: backend.app,
    devMail: createDevMailRoutes(services, join(dataDir, "outbox")),
    pages: new Hono(),
  });
}
