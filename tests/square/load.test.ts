import { beforeEach, expect, test } from "vitest";
import { listSyncs } from "#server/payments/sync/list-syncs.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
import { startSync } from "#server/payments/sync/start-sync.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

let fixture: SquareEnvironment;
let requests: string[];

beforeEach(async () => {
  requests = [];
  fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: 60 } },
    payments: {
      rateLimitDelays: { firstMs: 60_000, maxMs: 60_000 },
      async fetch(input, init) {
        requests.push(new URL(String(input)).pathname);
        return fixture.simulator.api(input, init);
      },
    },
  });
  await fixture.connect();
  const { body } = await fixture.sync();
  expect(body.success).toBe(true);
});

const findUnpaidInvoice = () => {
  const invoice = Object.values(fixture.simulator.state().invoices).find(({ status }) => status === "UNPAID");
  if (!invoice) {
    throw new Error("the seed has no unpaid invoice");
  }
  return invoice;
};

test("event jobs end while Square limits requests, and are queued again for later", async () => {
  const { id } = findUnpaidInvoice();
  fixture.simulator.addFault({ kind: "rate-limited", retryAfterSeconds: 40, operation: "GetInvoice" });
  fixture.simulator.pay(id, { amount: "all" });
  requests = [];
  await fixture.receiveWebhooks();
  // The jobs run at the same time, so at most two requests are sent before the first response.
  expect(requests.length).toBeLessThanOrEqual(2);
  const { rows } = await fixture.pool.query<{ wait: number }>(
    `select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs
      where task_identifier = 'process-webhook-event' and locked_by is null and attempts = 0`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { wait } of rows) {
    expect(wait).toBeGreaterThan(20);
    expect(wait).toBeLessThanOrEqual(41);
  }
});

test("events of one invoice that arrive together read it once", async () => {
  const { id } = findUnpaidInvoice();
  fixture.simulator.pay(id, { amount: "all" });
  requests = [];
  await fixture.receiveWebhooks();
  expect(requests.filter((path) => path.endsWith(`/v2/invoices/${encodeURIComponent(id)}`))).toHaveLength(1);
  const { rows: events } = await fixture.pool.query<{ outcome: string }>(
    "select outcome from private.webhook_events where type !~ '^(customer|oauth)'",
  );
  expect(events.length).toBeGreaterThan(3);
  expect(events.filter(({ outcome }) => outcome === "applied")).toHaveLength(1);
  const { rows: invoices } = await fixture.pool.query(
    "select status from public.invoices where square_invoice_id = $1",
    [id],
  );
  expect(invoices).toEqual([{ status: "paid" }]);
});

test("a paused sync reports when it continues, and a shutdown requeues it immediately", async () => {
  const payments = {
    ...fixture.payments,
    pauseLimits: { firstDelayMs: 30_000, maxDelayMs: 30_000, maxTotalMs: 60_000 },
  };
  fixture.simulator.addFault({ kind: "server-error", status: 503, operation: "ListInvoices", times: null });
  const runId = await startSync(payments, "button", fixture.adminId);
  const readRun = async () =>
    (await listSyncs(payments, { page: 1, size: 10 })).runs.find(({ id }) => id === runId);
  const shutdown = new AbortController();
  const run = runSync(payments, runId, { shutdownSignal: shutdown.signal });
  await expect.poll(async () => (await readRun())?.pausedUntil).toBeTruthy();
  const pausedUntil = Date.parse((await readRun())?.pausedUntil ?? "");
  expect(pausedUntil - fixture.clock.now.getTime()).toBeGreaterThanOrEqual(15_000);
  expect(pausedUntil - fixture.clock.now.getTime()).toBeLessThanOrEqual(30_000);
  shutdown.abort();
  await run;
  expect(await readRun()).toMatchObject({ status: "queued", pausedUntil: null });
  fixture.simulator.clearFaults();
  await fixture.runJobs();
  expect(await readRun()).toMatchObject({ id: runId, status: "succeeded", pausedUntil: null });
});
