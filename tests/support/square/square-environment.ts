import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import {
  createSquareSimulator,
  MOUNT_PATH,
  type SimulatorOptions,
  type SquareSimulator,
} from "@wardline/square-simulator";
import { Logger as GraphileLogger, type JobHelpers, runOnce } from "graphile-worker";
import { Hono } from "hono";
import type pg from "pg";
import { createInvoiceDraftRoutes } from "#server/api/admin/invoices/invoice-drafts.ts";
import { createPlanEndingRoutes } from "#server/api/admin/plan-endings.ts";
import { createAdminSquareRoutes } from "#server/api/admin/square.ts";
import { createUnmatchedSubscriptionRoutes } from "#server/api/admin/unmatched-subscriptions.ts";
import { createAdminGroup } from "#server/api/route-groups.ts";
import { createSquareOAuthRoutes } from "#server/api/square/oauth.ts";
import { createSyncInvoiceRoutes } from "#server/api/square/sync-invoices.ts";
import { createSquareWebhookRoutes } from "#server/api/square/webhook.ts";
import { createSessions, type UserClaims } from "#server/auth/sessions.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createPaymentJobs } from "#server/jobs/payment-jobs.ts";
import { jobs, migrateQueue } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createPaymentContext, type PaymentOptions } from "#server/payments/create-payment-context.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { allowSimulatorUrls } from "#server/payments/square/simulator-urls.ts";

export const ORIGIN = "http://localhost:3000";
const APPLICATION = { id: "sandbox-sq0idb-test", secret: "sandbox-sq0csb-test" };
const SIGNATURE_KEY = "signature-key-of-the-tests";

/** Makes a sync fail at the first error, as most tests expect. */
const NO_PAUSE = { firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 0 };

/** Long enough for three retries. */
const SHORT_PAUSE = { firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 3 };

export type SquareEnvironment = {
  pool: pg.Pool;
  payments: PaymentContext;
  simulator: SquareSimulator;
  /** The clock of the product and the simulator. */
  clock: { now: Date };
  adminId: string;
  /** All log entries of the product. */
  getLog(): string;
  /** Sends a request to the product, with a token if `as` is set. */
  request(path: string, init?: RequestInit & { as?: "administrator" | "client" }): Promise<Response>;
  /** Connects like `connectAndSync`, but cancels the first sync, so that the test decides when to sync. */
  connect(consent?: (authorizeUrl: URL) => Promise<URL>): Promise<Response>;
  /** Runs the OAuth flow, which queues the first sync. `consent` receives the authorization URL and returns the redirect. */
  connectAndSync(consent?: (authorizeUrl: URL) => Promise<URL>): Promise<Response>;
  /** Runs the queued jobs. Failed jobs remain in the queue. */
  runJobs(): Promise<void>;
  /** Runs the queued jobs, including failed ones, whose delay has not passed. */
  retryJobs(): Promise<void>;
  /** Requests a sync and runs jobs until the response arrives. */
  sync(init?: RequestInit): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Waits for the webhooks of the simulator and runs the jobs that they add. */
  receiveWebhooks(): Promise<void>;
};

/** The payment module with a database and the Square simulator. */
export async function createSquareEnvironment(
  options: {
    simulator?: Partial<SimulatorOptions>;
    payments?: PaymentOptions;
    env?: Record<string, string>;
    now?: Date;
  } = {},
): Promise<SquareEnvironment> {
  const { pool } = await createTestDatabase();
  // Graphile Worker requires an error listener on every connection.
  pool.on("connect", (client) => client.on("error", () => {}));
  await migrateQueue(pool);
  const clock = { now: options.now ?? new Date("2026-11-21T17:00:00Z") };
  const now = () => clock.now;
  const app = new Hono();
  const simulator = createSquareSimulator({
    origin: ORIGIN,
    applicationId: APPLICATION.id,
    applicationSecret: APPLICATION.secret,
    redirectUrls: [`${ORIGIN}/api/oauth/square`],
    webhook: { url: `${ORIGIN}/api/square/webhook`, signatureKey: SIGNATURE_KEY },
    deliver: async (url, init) => app.request(new URL(url).pathname, init),
    seed: "empty",
    now,
    ...options.simulator,
  });
  const logLines: string[] = [];
  const config = parseConfig({ PUBLIC_URL: ORIGIN, ...options.env });
  const log = createLogger("debug", (line) => logLines.push(line));
  const keys = {
    publishableKey: "",
    secretKey: "",
    encryptionKey: Buffer.alloc(32, 1).toString("base64"),
    previousEncryptionKey: undefined,
    squareApplicationId: APPLICATION.id,
    squareApplicationSecret: APPLICATION.secret,
    squareWebhookSignatureKey: SIGNATURE_KEY,
  };
  const database = createDatabase(pool);
  await allowSimulatorUrls(database, config.square.mode === "simulator");
  const payments = createPaymentContext(
    { config, keys, database, jobs, log, now },
    {
      fetch: simulator.api,
      rereadDelaysMs: [1, 5],
      rateLimitDelays: { firstMs: 1, maxMs: 5 },
      pauseLimits: NO_PAUSE,
      connectPauseLimits: SHORT_PAUSE,
      ...options.payments,
    },
  );
  const adminId = randomUUID();
  const sessions = createSessions(
    async (token) => toClaims(token, adminId),
    async () => true,
  );
  app.onError(createErrorHandler(log));
  app.route("/", createSquareOAuthRoutes({ config, sessions, payments, log }));
  app.route("/", createSyncInvoiceRoutes({ sessions, payments, log, maxWaitMs: 10_000 }));
  app.route("/", createSquareWebhookRoutes({ payments }));
  app.route(
    "/",
    createAdminGroup({ sessions })
      .route("/", createAdminSquareRoutes({ payments }))
      .route("/", createInvoiceDraftRoutes({ database, payments }))
      .route("/", createPlanEndingRoutes({ payments }))
      .route("/", createUnmatchedSubscriptionRoutes({ database })),
  );
  const paymentJobs = createPaymentJobs(payments);
  const taskList = {
    "run-sync": (payload: unknown) => paymentJobs["run-sync"](payload),
    "process-webhook-event": (payload: unknown) => paymentJobs["process-webhook-event"](payload),
    "advance-invoice-draft": (payload: unknown) => paymentJobs["advance-invoice-draft"](payload),
    "settle-plan-ending": (payload: unknown, { job, abortSignal }: JobHelpers) =>
      paymentJobs["settle-plan-ending"](payload, {
        isLast: job.attempts >= job.max_attempts,
        ...(abortSignal && { stopSignal: abortSignal }),
      }),
    // Tests read the outbox, so no email is sent.
    "send-email": async () => {},
  };

  const environment: SquareEnvironment = {
    pool,
    payments,
    simulator,
    clock,
    adminId,
    getLog: () => logLines.join("\n"),
    async request(path, { as, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as) {
        headers.set("authorization", `Bearer ${as}`);
      }
      return app.request(path, { ...init, headers });
    },
    async connect(consent) {
      const response = await environment.connectAndSync(consent);
      const { rowCount } = await pool.query(
        "delete from private.sync_runs where cause = 'connect' and status = 'queued'",
      );
      if (rowCount === 1) {
        await pool.query(
          `select from graphile_worker.complete_jobs(
                    array(select id from graphile_worker.jobs where task_identifier = 'run-sync'))`,
        );
      }
      return response;
    },
    async connectAndSync(consent = (url) => submitConsent(simulator, url, "allow")) {
      const ticket = await environment.request("/api/oauth/square?action=ticket", {
        method: "POST",
        as: "administrator",
      });
      const authorization = await environment.request("/api/oauth/square?action=authorize", {
        headers: { cookie: toCookieHeader(ticket) },
      });
      const redirect = await consent(new URL(authorization.headers.get("location") ?? "", ORIGIN));
      return environment.request(`${redirect.pathname}${redirect.search}`, {
        headers: { cookie: toCookieHeader(authorization) },
      });
    },
    runJobs: () =>
      runOnce({
        pgPool: pool,
        taskList,
        noHandleSignals: true,
        logger: new GraphileLogger(() => () => {}),
        concurrency: 2,
      }),
    async retryJobs() {
      await waitUntilUnlocked(pool);
      await pool.query("update graphile_worker._private_jobs set run_at = now()");
      await environment.runJobs();
      await waitUntilUnlocked(pool);
    },
    async sync(init = {}) {
      let isDone = false;
      const responsePromise = environment
        .request("/api/square/sync-invoices", { method: "POST", as: "administrator", ...init })
        .finally(() => {
          isDone = true;
        });
      while (!isDone) {
        await environment.runJobs();
      }
      const response = await responsePromise;
      return { status: response.status, body: await response.json() };
    },
    async receiveWebhooks() {
      await simulator.settled();
      await environment.runJobs();
    },
  };
  return environment;
}

/** `runOnce` can return shortly before the failure of a job is stored. */
async function waitUntilUnlocked(pool: pg.Pool): Promise<void> {
  for (let locked = true; locked; ) {
    const { rows } = await pool.query(
      "select exists (select from graphile_worker.jobs where locked_at is not null) as locked",
    );
    locked = rows[0].locked;
  }
}

/** Submits the consent page of the simulator. `overrides` replaces fields of the form. */
export async function submitConsent(
  simulator: SquareSimulator,
  authorizeUrl: URL,
  decision: "allow" | "deny",
  overrides: Record<string, string> = {},
): Promise<URL> {
  const fields = { ...Object.fromEntries(authorizeUrl.searchParams), decision, ...overrides };
  const path = authorizeUrl.pathname.slice(MOUNT_PATH.length);
  const response = await simulator.app.request(path, { method: "POST", body: new URLSearchParams(fields) });
  return new URL(response.headers.get("location") ?? `http://no-redirect/${response.status}`);
}

/** The Cookie header that a browser would send after this response. */
export function toCookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function toClaims(token: string, adminId: string): UserClaims | null {
  const base = { role: "authenticated", aal: "aal1" } as const;
  if (token === "administrator") {
    return { ...base, sub: adminId, email: "admin@example.com", app_metadata: { role: "admin" } };
  }
  if (token === "client") {
    return { ...base, sub: randomUUID(), email: "client@example.com", app_metadata: { role: "client" } };
  }
  return null;
}
