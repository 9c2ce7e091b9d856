import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { buildInvoice, buildScheduleEntry, insertInvoice } from "#tests/support/records/invoice.ts";
import { recomputeOverdue } from "./recompute-overdue.ts";

test("updates only open invoices, in both directions, at midnight in their time zone", async () => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const storeInvoice = (number: string, overrides: Parameters<typeof buildInvoice>[0]) =>
    insertInvoice(
      { pool },
      buildInvoice({
        invoice_number: number,
        square_status: "UNPAID",
        payment_schedule: [buildScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-21" })],
        ...overrides,
      }),
    );
  await storeInvoice("new york", { time_zone: "America/New_York" });
  await storeInvoice("los angeles", { time_zone: "America/Los_Angeles" });
  await storeInvoice("too early", {
    time_zone: "Asia/Kathmandu",
    status: "overdue",
    due_date: "2026-11-30",
    payment_schedule: [buildScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-30" })],
  });
  await storeInvoice("transfer pending", { square_status: "PAYMENT_PENDING", time_zone: "UTC" });
  await storeInvoice("paid", { status: "paid", square_status: "PAID", time_zone: "UTC" });
  await storeInvoice("not from square", { square_status: null, time_zone: "UTC" });
  const recomputeStatusesAt = async (at: string) => {
    await recomputeOverdue({ database, now: () => new Date(at) });
    const { rows } = await pool.query("select invoice_number, status from public.invoices");
    return Object.fromEntries(rows.map((row) => [row.invoice_number, row.status]));
  };
  const unaffectedInvoices = {
    "too early": "pending",
    "transfer pending": "pending",
    paid: "paid",
    "not from square": "pending",
  };
  expect(await recomputeStatusesAt("2026-11-22T04:59:59Z")).toEqual({
    ...unaffectedInvoices,
    "new york": "pending",
    "los angeles": "pending",
  });
  expect(await recomputeStatusesAt("2026-11-22T05:00:00Z")).toEqual({
    ...unaffectedInvoices,
    "new york": "overdue",
    "los angeles": "pending",
  });
  expect(await recomputeStatusesAt("2026-11-22T08:00:00Z")).toEqual({
    ...unaffectedInvoices,
    "new york": "overdue",
    "los angeles": "overdue",
  });
  const rowsBefore = await pool.query("select id, xmin from public.invoices order by id");
  await recomputeStatusesAt("2026-11-22T09:00:00Z");
  expect((await pool.query("select id, xmin from public.invoices order by id")).rows).toEqual(
    rowsBefore.rows,
  );
});

test("keeps a change made between reading and writing an invoice", async () => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  await insertInvoice(
    { pool },
    buildInvoice({
      square_status: "UNPAID",
      square_version: 1,
      time_zone: "UTC",
      payment_schedule: [buildScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-20" })],
    }),
  );
  let transactionCount = 0;
  const databaseWithConcurrentChange: typeof database = {
    ...database,
    async bypassPolicies(purpose, work) {
      transactionCount += 1;
      if (transactionCount === 2) {
        await pool.query("update public.invoices set square_version = 2");
      }
      return database.bypassPolicies(purpose, work);
    },
  };
  const recomputeStatuses = async (connection: typeof database) => {
    await recomputeOverdue({ database: connection, now: () => new Date("2026-11-22T12:00:00Z") });
    return (await pool.query("select status from public.invoices")).rows;
  };
  expect(await recomputeStatuses(databaseWithConcurrentChange)).toEqual([{ status: "pending" }]);
  expect(await recomputeStatuses(database)).toEqual([{ status: "overdue" }]);
});
