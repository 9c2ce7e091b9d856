import { randomUUID } from "node:crypto";
import { Logger as GraphileLogger, runOnce } from "graphile-worker";
import { Hono } from "hono";
import type pg from "pg";
import { adminSquare } from "#server/api/admin-square.ts";
import { oauthSquare } from "#server/api/oauth-square.ts";
import { squareWebhook } from "#server/api/square-webhook.ts";
import { syncInvoices } from "#server/api/sync-invoices.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database.ts";
import { answerError } from "#server/errors.ts";
import { processWebhookEvent } from "#server/jobs/process-webhook-event.ts";
import { jobs, migrateQueue } from "#server/jobs/queue.ts";
import { runSync } from "#server/jobs/run-sync.ts";
import { createLog } from "#server/log.ts";
import { createPayments, type PaymentOptions, type Payments } from "#server/payments/index.ts";
import { createSessions, type PersonClaims } from "#server/sessions.ts";
import {
  createSquareSimulator,
  MOUNT_PATH,
  type SimulatorOptions,
  type SquareSimulator,
} from "#square-simulator/index.ts";
import { aDatabase } from "./database.ts";

export const ORIGIN = "http://localhost:3000";
const APPLICATION = { id: "sandbox-sq0idb-test", secret: "sandbox-sq0csb-test" };
const SIGNATURE_KEY = "signature-key-of-the-tests";

export type PaymentWorld = {
  pool: pg.Pool;
  payments: Payments;
  simulator: SquareSimulator;
  /** The one clock of product and simulator; tests move it. */
  clock: { now: Date };
  adminId: string;
  /** Everything the product logged, as one text. */
  logged(): string;
  /** Calls the product's endpoints; with `as` the token of that person. */
  ask(path: string, init?: RequestInit & { as?: "administrator" | "client" }): Promise<Response>;
  /** Goes the way from ticket to return. `consent` is told where the product sent the browser. */
  connect(consent?: (authorizeUrl: URL) => Promise<URL>): Promise<Response>;
  /** Does the jobs that are queued; their failures are the queue's business. */
  work(): Promise<void>;
  /** Presses the button, and works until it has its answer. */
  sync(init?: RequestInit): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Waits for the simulator's notifications and does what they ask for. */
  hear(): Promise<void>;
};

/** The payment room on a real database, with the simulated Square as its network. */
export async function aPaymentWorld(
  options: {
    simulator?: Partial<SimulatorOptions>;
    payments?: PaymentOptions;
    env?: Record<string, string>;
    now?: Date;
  } = {},
): Promise<PaymentWorld> {
  const { pool } = await aDatabase();
  // The queue's library wants to see that lost connections are noticed.
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
  const lines: string[] = [];
  const config = parseConfig({ PUBLIC_URL: ORIGIN, ...options.env });
  const log = createLog("debug", (line) => lines.push(line));
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
  const payments = createPayments(
    { config, keys, database, jobs, log, now },
    { fetch: simulator.api, maxRetries: 0, ...options.payments },
  );
  const adminId = randomUUID();
  const sessions = createSessions(
    async (token) => claimsOf(token, adminId),
    async () => true,
  );
  app.onError(answerError(log));
  app.route("/", oauthSquare({ config, sessions, payments, log }));
  app.route("/", syncInvoices({ sessions, payments, log, longestWaitMs: 10_000 }));
  app.route("/", squareWebhook({ payments }));
  app.route("/", adminSquare({ sessions, payments }));
  const taskList = {
    "run-sync": (payload: unknown) => runSync({ payments })(payload),
    "process-webhook-event": (payload: unknown) => processWebhookEvent({ payments })(payload),
    // Tests read the outbox; nobody sends from here.
    "send-mail": async () => {},
  };

  const world: PaymentWorld = {
    pool,
    payments,
    simulator,
    clock,
    adminId,
    logged: () => lines.join("\n"),
    async ask(path, { as, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as) headers.set("authorization", `Bearer ${as}`);
      return app.request(path, { ...init, headers });
    },
    async connect(consent = (url) => decide(simulator, url, "allow")) {
      const ticket = await world.ask("/api/oauth/square?action=ticket", {
        method: "POST",
        as: "administrator",
      });
      const begun = await world.ask("/api/oauth/square?action=authorize", {
        headers: { cookie: cookiesOf(ticket) },
      });
      const back = await consent(new URL(begun.headers.get("location") ?? "", ORIGIN));
      return world.ask(`${back.pathname}${back.search}`, { headers: { cookie: cookiesOf(begun) } });
    },
    work: () =>
      runOnce({
        pgPool: pool,
        taskList,
        noHandleSignals: true,
        logger: new GraphileLogger(() => () => {}),
        concurrency: 2,
      }),
    async sync(init = {}) {
      let isAnswered = false;
      const answer = world
        .ask("/api/square/sync-invoices", { method: "POST", as: "administrator", ...init })
        .finally(() => {
          isAnswered = true;
        });
      while (!isAnswered) await world.work();
      const response = await answer;
      return { status: response.status, body: await response.json() };
    },
    async hear() {
      await simulator.settled();
      await world.work();
    },
  };
  return world;
}

/** Presses Allow or Deny on the simulated Square's consent page; `changed` replaces fields of its form. */
export async function decide(
  simulator: SquareSimulator,
  authorizeUrl: URL,
  decision: "allow" | "deny",
  changed: Record<string, string> = {},
): Promise<URL> {
  const fields = { ...Object.fromEntries(authorizeUrl.searchParams), decision, ...changed };
  const path = authorizeUrl.pathname.slice(MOUNT_PATH.length);
  const answer = await simulator.app.request(path, { method: "POST", body: new URLSearchParams(fields) });
  return new URL(answer.headers.get("location") ?? `http://no-redirect/${answer.status}`);
}

/** What a browser would send back of the cookies it was given. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function claimsOf(token: string, adminId: string): PersonClaims | null {
  const person = { role: "authenticated", aal: "aal1" } as const;
  if (token === "administrator")
    return { ...person, sub: adminId, email: "admin@example.com", app_metadata: { role: "admin" } };
  if (token === "client")
    return { ...person, sub: randomUUID(), email: "client@example.com", app_metadata: { role: "client" } };
  return null;
}
