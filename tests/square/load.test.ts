import { beforeEach, expect, test } from "vitest";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider } from "#server/payments/payment-context.ts";
import { listSyncs } from "#server/payments/sync/list-syncs.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
import { startSync } from "#server/payments/sync/start-sync.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

let fixture: SquareEnvironment;
let requests: string[];
let concurrentRequests: Promise<void> | null;

beforeEach(async () => {
  requests = [];
  concurrentRequests = null;
  fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: 60 } },
    payments: {
      rateLimitDelays: { firstMs: 60_000, maxMs: 60_000 },
      async fetch(input, init) {
        requests.push(new URL(String(input)).pathname);
        await concurrentRequests;
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

test("events end their jobs while Square limits requests, and are processed afterwards", async () => {
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

test("concurrent reads of one invoice share a request if it proves both changes", async () => {
  const { id } = findUnpaidInvoice();
  const { payments } = fixture;
  const connection = await payments.database.bypassPolicies({ reason: "read the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (!hasProvider(payments) || !connection) {
    throw new Error("Square is not connected");
  }
  const account = openAccount(payments, connection);
  const countReads = async (isProven: boolean) => {
    const release = Promise.withResolvers<void>();
    requests = [];
    concurrentRequests = release.promise;
    const checks = { isCurrent: () => true, isProven: () => isProven };
    const reads = Promise.all([account.getInvoice(id, checks), account.getInvoice(id, checks)]);
    await expect.poll(() => requests.length).toBe(1);
    release.resolve();
    expect(await reads).toMatchObject([
      { kind: "invoice", invoice: { square_invoice_id: id } },
      { kind: "invoice", invoice: { square_invoice_id: id } },
    ]);
    return requests.filter((path) => path.endsWith(`/v2/invoices/${encodeURIComponent(id)}`)).length;
  };
  expect(await countReads(true)).toBe(1);
  expect(await countReads(false)).toBe(2);
});

test("a sync reports until when it is paused, and a shutdown requeues it immediately", async () => {
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
