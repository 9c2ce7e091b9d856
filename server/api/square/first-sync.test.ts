import { expect, test } from "vitest";
import { startSync } from "#server/payments/sync/start-sync.ts";
import { createSquareEnvironment } from "#tests/support/square/square-environment.ts";

const INVOICE_COUNT = 60;
const createEnvironment = () =>
  createSquareEnvironment({ simulator: { seed: { invoiceCount: INVOICE_COUNT } } });

test("starts a sync after connecting, without a request", async () => {
  const environment = await createEnvironment();
  await environment.connectAndSync();
  await environment.runJobs();
  const { rows } = await environment.pool.query(
    "select cause, status, requested_by, seen from private.sync_runs",
  );
  expect(rows).toEqual([
    { cause: "connect", status: "succeeded", requested_by: environment.adminId, seen: expect.any(Number) },
  ]);
  const stored = await environment.pool.query("select count(*)::int as count from public.invoices");
  expect(stored.rows[0].count).toBeGreaterThan(INVOICE_COUNT / 2);
});

test.each([
  "connect",
  "schedule",
  "comparison",
] as const)("a requested sync joins a run with the cause %s and returns its report", async (cause) => {
  const environment = await createEnvironment();
  if (cause === "connect") {
    await environment.connectAndSync();
  } else {
    await environment.connect();
    await startSync(environment.payments, cause, environment.adminId);
  }
  const responses = await Promise.all([environment.sync(), environment.sync()]);
  const { rows } = await environment.pool.query("select id, cause from private.sync_runs");
  expect(rows).toEqual([{ id: expect.any(String), cause }]);
  for (const { status, body } of responses) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, runId: rows[0].id, status: "succeeded" });
    expect(Number(body.synced)).toBeGreaterThan(INVOICE_COUNT / 2);
  }
});

test("reconnecting during a sync keeps the running sync", async () => {
  const environment = await createEnvironment();
  await environment.connect();
  const runId = await startSync(environment.payments, "button", environment.adminId);
  const response = await environment.connectAndSync();
  expect(response.headers.get("location")).toBe("/admin/dashboard?oauth_status=success");
  const { rows } = await environment.pool.query("select id from private.sync_runs");
  expect(rows).toEqual([{ id: runId }]);
});
