import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { queryRows } from "#server/database/query.ts";
import { SCHEDULES } from "#server/jobs/queue/schedules.ts";

/** The process's metrics in Prometheus format. */
export type Metrics = {
  /** Counts and times every request. */
  observe: MiddlewareHandler;
  /** Renders the current values. Queries the database each time. */
  render(): Promise<{ contentType: string; text: string }>;
};

/** Requests are labeled by area: full paths would create too many series, and some contain secrets. */
const REQUEST_AREAS = [
  ["/auth/v1/", "auth"],
  ["/rest/v1/", "rest"],
  ["/api/square/webhook", "webhook"],
  ["/api/admin/", "admin"],
  ["/api/client/", "client"],
  ["/api/", "api"],
  ["/square-simulator/", "simulator"],
] as const;

/** Uses a separate registry, so that two servers in one test process do not share metrics. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const labelNames = ["area", "method", "status"] as const;
  const requestCounter = new Counter({
    name: "http_requests_total",
    help: "Completed requests.",
    labelNames,
    registers,
  });
  const durationHistogram = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds until the response started.",
    labelNames: ["area"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauges = createDatabaseGauges(registry);
  registerPoolGauge(pool, registry);
  return {
    async observe(context, next) {
      const stopTimer = durationHistogram.startTimer({ area: getRequestArea(context.req.path) });
      await next();
      stopTimer();
      const method = KNOWN_METHODS.has(context.req.method) ? context.req.method : "other";
      requestCounter.inc({
        area: getRequestArea(context.req.path),
        method,
        status: String(context.res.status),
      });
    },
    async render() {
      await gauges.read(pool);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function getRequestArea(path: string): string {
  return REQUEST_AREAS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "pages";
}

function registerPoolGauge(pool: pg.Pool, registry: Registry): void {
  new Gauge({
    name: "database_connections",
    help: "Connections in this process's pool, and requests waiting for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "used" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

/**
 * Creates gauges read from the database. If it is unreachable, `database_up` is 0 and the other gauges keep their
 * values.
 */
function createDatabaseGauges(registry: Registry) {
  const createGauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const databaseUp = createGauge("database_up", "Whether the database is reachable.");
  const gaugesByName = {
    jobs_waiting: createGauge("jobs_waiting", "Jobs that are due and not running."),
    jobs_failed: createGauge("jobs_failed", "Jobs, other than scheduled ones, that failed permanently."),
    schedules_failed: createGauge("schedules_failed", "Scheduled jobs whose last run failed."),
    emails_waiting: createGauge("emails_waiting", "Emails not yet accepted by the mail server."),
    emails_failed: createGauge("emails_failed", "Emails that failed permanently."),
    emails_bounced: createGauge("emails_bounced", "Emails that bounced after they were sent."),
    webhooks_waiting: createGauge(
      "webhooks_waiting",
      "Unprocessed webhook events from the payment provider.",
    ),
    sync_age_seconds: createGauge(
      "sync_age_seconds",
      "Seconds since the last sync with the payment provider.",
    ),
  };
  return {
    async read(pool: pg.Pool): Promise<void> {
      try {
        const [row] = await queryRows(pool, GAUGE_QUERY, [SCHEDULES.map(({ name }) => name)]);
        const values: Partial<Record<string, string | null>> = { ...row };
        for (const [name, metric] of Object.entries(gaugesByName)) {
          const value = values[name] ?? null;
          if (value !== null) {
            metric.set(Number(value));
          }
        }
        databaseUp.set(1);
      } catch {
        databaseUp.set(0);
      }
    },
  };
}

const GAUGE_QUERY = `
  select (select count(*) from graphile_worker.jobs
           where locked_at is null and run_at <= now() and attempts < max_attempts) as jobs_waiting,
         (select count(*) from graphile_worker.jobs
           where attempts >= max_attempts and task_identifier <> all($1::text[])) as jobs_failed,
         (select count(*) from private.job_runs where outcome = 'failed' and name = any($1::text[])) as schedules_failed,
         (select count(*) from private.email_outbox where status = 'queued') as emails_waiting,
         (select count(*) from private.email_outbox where status = 'failed') as emails_failed,
         (select count(*) from private.email_outbox where status = 'sent' and bounced_at is not null) as emails_bounced,
         (select count(*) from private.webhook_events where processed_at is null) as webhooks_waiting,
         (select extract(epoch from now() - max(last_synced_at)) from public.provider_status) as sync_age_seconds`;
