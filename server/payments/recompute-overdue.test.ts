import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { anInvoice, aScheduleEntry, storeInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase } from "#tests/support/database.ts";
import { recomputeOverdue } from "./recompute-overdue.ts";

test("open invoices follow the midnight of their own zone, both ways, and nothing else is touched", async () => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  const store = (number: string, more: Parameters<typeof anInvoice>[0]) =>
    storeInvoice(
      { pool },
      anInvoice({
        invoice_number: number,
        square_status: "UNPAID",
        payment_schedule: [aScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-21" })],
        ...more,
      }),
    );
  await store("new york", { time_zone: "America/New_York" });
  await store("los angeles", { time_zone: "America/Los_Angeles" });
  await store("too early", {
    time_zone: "Asia/Kathmandu",
    status: "overdue",
    due_date: "2026-11-30",
    payment_schedule: [aScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-30" })],
  });
  await store("transfer under way", { square_status: "PAYMENT_PENDING", time_zone: "UTC" });
  await store("paid", { status: "paid", square_status: "PAID", time_zone: "UTC" });
  await store("not from square", { square_status: null, time_zone: "UTC" });
  const statuses = async (at: string) => {
    await recomputeOverdue({ database, now: () => new Date(at) });
    const { rows } = await pool.query("select invoice_number, status from public.invoices");
    return Object.fromEntries(rows.map((row) => [row.invoice_number, row.status]));
  };
  const others = {
    "too early": "pending",
    "transfer under way": "pending",
    paid: "paid",
    "not from square": "pending",
  };
  expect(await statuses("2026-11-22T04:59:59Z")).toEqual({
    ...others,
    "new york": "pending",
    "los angeles": "pending",
  });
  expect(await statuses("2026-11-22T05:00:00Z")).toEqual({
    ...others,
    "new york": "overdue",
    "los angeles": "pending",
  });
  expect(await statuses("2026-11-22T08:00:00Z")).toEqual({
    ...others,
    "new york": "overdue",
    "los angeles": "overdue",
  });
  const before = await pool.query("select id, xmin from public.invoices order by id");
  await statuses("2026-11-22T09:00:00Z");
  expect((await pool.query("select id, xmin from public.invoices order by id")).rows).toEqual(before.rows);
});

test("an invoice that changes between reading and writing is left as the change has it", async () => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  await storeInvoice(
    { pool },
    anInvoice({
      square_status: "UNPAID",
      square_version: 1,
      time_zone: "UTC",
      payment_schedule: [aScheduleEntry("BALANCE", 100_000, 0, { due_date: "2026-11-20" })],
    }),
  );
  let transactions = 0;
  const changing: typeof database = {
    ...database,
    async bypassingPolicies(purpose, work) {
      transactions += 1;
      if (transactions === 2) await pool.query("update public.invoices set square_version = 2");
      return database.bypassingPolicies(purpose, work);
    },
  };
  const statusAfter = async (through: typeof database) => {
    await recomputeOverdue({ database: through, now: () => new Date("2026-11-22T12:00:00Z") });
    return (await pool.query("select status from public.invoices")).rows;
  };
  expect(await statusAfter(changing)).toEqual([{ status: "pending" }]);
  expect(await statusAfter(database)).toEqual([{ status: "overdue" }]);
});
