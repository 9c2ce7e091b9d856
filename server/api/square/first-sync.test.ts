import { expect, test } from "vitest";
import { startOrJoinSync, startSync } from "#server/payments/sync/start-sync.ts";
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

test("a requested sync starts if the current run ends before it can be joined", async () => {
  const environment = await createEnvironment();
  await environment.connect();
  const { payments, pool, adminId } = environment;
  await startSync(payments, "schedule", adminId);
  // Ends the current run after it has prevented a new one, and before the next statement looks for a run to join.
  await pool.query(`
    create function private.end_scheduled_runs() returns trigger language plpgsql as $$
    begin
      update private.sync_runs set status = 'succeeded', finished_at = created_at where cause = 'schedule';
      return null;
    end $$;
    create trigger end_scheduled_runs after insert on private.sync_runs
      for each statement execute function private.end_scheduled_runs()`);
  const runId = await startOrJoinSync(payments, adminId);
  const { rows } = await pool.query("select id, cause, status from private.sync_runs order by cause");
  expect(rows).toEqual([
    { id: runId, cause: "button", status: "queued" },
    { id: expect.any(String), cause: "schedule", status: "succeeded" },
  ]);
  await expect(startOrJoinSync(payments, adminId)).rejects.toMatchObject({ code: "already_running" });
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
