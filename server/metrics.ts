import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { SCHEDULES } from "#server/jobs/schedules.ts";

/** The process's figures in the format of Prometheus. */
export type Metrics = {
  /** Counts and times every request. */
  observe: MiddlewareHandler;
  /** The figures of this moment, the database's asked anew. */
  render(): Promise<{ contentType: string; text: string }>;
};

/** Parts of the address space; addresses themselves would make a series each, and some carry secrets. */
const AREAS = [
  ["/auth/v1/", "auth"],
  ["/rest/v1/", "rest"],
  ["/api/square/webhook", "webhook"],
  ["/api/admin/", "admin"],
  ["/api/client/", "client"],
  ["/api/", "api"],
  ["/square-simulator/", "simulator"],
] as const;

/** Makes the figures of one product; two in a process (tests) do not share any. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const labelNames = ["area", "method", "status"] as const;
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered.",
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds until the answer began.",
    labelNames: ["area"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauges = databaseGauges(registry);
  gaugeOfPool(pool, registry);
  return {
    async observe(context, next) {
      const end = seconds.startTimer({ area: areaOf(context.req.path) });
      await next();
      end();
      const method = KNOWN_METHODS.has(context.req.method) ? context.req.method : "other";
      requests.inc({ area: areaOf(context.req.path), method, status: String(context.res.status) });
    },
    async render() {
      await gauges.read(pool);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function areaOf(path: string): string {
  return AREAS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? "pages";
}

function gaugeOfPool(pool: pg.Pool, registry: Registry): void {
  new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool, and requests that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "used" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

/** What only the database knows; a database that does not answer leaves `database_up` at 0 and the rest as it was. */
function databaseGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const up = gauge("database_up", "Whether the database answers.");
  const all = {
    jobs_waiting: gauge("jobs_waiting", "Jobs whose time has come and that nobody works on."),
    jobs_given_up: gauge("jobs_given_up", "Jobs, other than schedules, that failed for the last time."),
    schedules_failed: gauge("schedules_failed", "Schedules whose last run failed."),
    mail_waiting: gauge("mail_waiting", "Messages not yet accepted by the mail server."),
    mail_failed: gauge("mail_failed", "Messages given up."),
    mail_bounced: gauge("mail_bounced", "Messages that came back after they were sent."),
    webhooks_waiting: gauge("webhooks_waiting", "Events of the payment provider not yet worked on."),
    sync_age_seconds: gauge("sync_age_seconds", "Seconds since the last sync with the payment provider."),
  };
  return {
    async read(pool: pg.Pool): Promise<void> {
      try {
        const { rows } = await pool.query<Record<keyof typeof all, number | null>>(FIGURES, [
          SCHEDULES.map(({ name }) => name),
        ]);
        for (const [name, value] of Object.entries(rows[0] ?? {}))
          if (value !== null) all[name as keyof typeof all].set(Number(value));
        up.set(1);
      } catch {
        up.set(0);
      }
    },
  };
}

const FIGURES = `
  select (select count(*) from graphile_worker.jobs
           where locked_at is null and run_at <= now() and attempts < max_attempts) as jobs_waiting,
         (select count(*) from graphile_worker.jobs
           where attempts >= max_attempts and task_identifier <> all($1::text[])) as jobs_given_up,
         (select count(*) from private.job_runs where outcome = 'failed' and name = any($1::text[])) as schedules_failed,
         (select count(*) from private.mail_outbox where state = 'queued') as mail_waiting,
         (select count(*) from private.mail_outbox where state = 'failed') as mail_failed,
         (select count(*) from private.mail_outbox where state = 'sent' and bounced_at is not null) as mail_bounced,
         (select count(*) from private.webhook_events where processed_at is null) as webhooks_waiting,
         (select extract(epoch from now() - max(last_synced_at)) from public.provider_status) as sync_age_seconds`;
