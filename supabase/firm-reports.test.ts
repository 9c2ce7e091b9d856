import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar-date.ts";
import { AGEING_BUCKETS, AGEING_LIMITS, ageingDueDates } from "#domain/invoice-ageing.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { anInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

const TODAY = "2026-03-31";
/** Days late at and around every boundary of a bucket. */
const LATE = [-5, -1, 0, 1, 2, 29, 30, 31, 59, 60, 61, 89, 90, 91, 92, 400];

let database: TestDatabase;
let administrator: Account;
let client: TestClient;
beforeAll(async () => {
  database = await aDatabase();
  administrator = await anAdministrator(database);
  client = await aClient(database, {
    invoices: [
      // Powers of two: a sum tells which invoices it is of.
      ...LATE.map((days, at) => anInvoice({ due_date: addDays(TODAY, -days), amount: 2 ** at })),
      anInvoice({ due_date: null, amount: 2 ** LATE.length, total_paid_amount: 1 }),
      anInvoice({ status: "cancelled", issued_date: "2026-01-15" }),
      anInvoice({ status: "paid", amount: 70, issued_date: "2025-12-31", paid_date: "2026-01-01" }),
      anInvoice({ status: "pending", amount: 5, issued_date: "2026-01-31", due_date: null }),
    ],
  });
});

async function asked<Row extends object>(who: Account, sql: string, values: unknown[] = []): Promise<Row[]> {
  return actingAs(database.pool, callerOf(who), async (connection) => {
    return (await connection.query<Row>(sql, values)).rows;
  });
}

describe("what is open, by age", () => {
  const AGEING =
    "select bucket, invoice_count, open_amount::float8 as open from public.invoice_ageing($1, $2)";

  test("lies in the bucket whose due dates the rule names", async () => {
    const found = await asked<{ bucket: number; open: number }>(administrator, AGEING, [
      TODAY,
      AGEING_LIMITS,
    ]);
    const bits = new Map(found.map(({ bucket, open }) => [bucket, open]));
    for (const [bucket, { key }] of AGEING_BUCKETS.entries()) {
      const { first, last } = ageingDueDates(key, TODAY) ?? {};
      const inside = LATE.filter((days) => {
        const due = addDays(TODAY, -days);
        return (!first || due >= first) && (!last || due <= last);
      });
      const undated = bucket === 0 ? 2 ** LATE.length - 1 + 5 : 0;
      expect(bits.get(bucket), key).toBe(
        inside.reduce((sum, days) => sum + 2 ** LATE.indexOf(days), 0) + undated,
      );
    }
  });

  test("is a stranger's to nobody: another client has none", async () => {
    const other = await aClient(database);
    expect(await asked(other, AGEING, [TODAY, AGEING_LIMITS])).toEqual([]);
    expect(await asked(client, AGEING, [TODAY, AGEING_LIMITS])).not.toEqual([]);
  });
});

test("revenue is billed in the month of issue and paid in the month it was paid, without cancelled invoices", async () => {
  const months = await asked(
    administrator,
    "select month::text, billed::float8, paid::float8 from public.revenue_by_month('2025-12-01', '2026-03-31')",
  );
  expect(months).toEqual([
    { month: "2025-12-01", billed: 70, paid: 0 },
    { month: "2026-01-01", billed: 5, paid: 70 },
  ]);
  expect(
    await asked(administrator, "select month::text from public.revenue_by_month('2026-02-01', '2026-03-31')"),
  ).toEqual([]);
});

test("recurring revenue is that of active subscriptions; churn counts those running 30 days ago", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into public.subscription_tiers (tier_name, monthly_price) values ('Guard', 499.99) returning id",
  );
  // Each with the statuses it had, and how long ago they began; the last one is its status now.
  const pasts: [status: string, ago: string][][] = [
    [["active", "31 days"]],
    [["paused", "31 days"]],
    [
      ["active", "90 days"],
      ["past_due", "1 day"],
    ],
    [
      ["active", "90 days"],
      ["cancelled", "29 days"],
    ],
    [
      ["past_due", "90 days"],
      ["cancelled", "1 day"],
    ],
    [
      ["active", "90 days"],
      ["cancelled", "31 days"],
    ],
    [
      ["active", "29 days"],
      ["cancelled", "1 day"],
    ],
    [
      ["paused", "90 days"],
      ["cancelled", "1 day"],
    ],
    [
      ["active", "90 days"],
      ["cancelled", "20 days"],
      ["past_due", "10 days"],
    ],
  ];
  for (const past of pasts) {
    const stored = await database.pool.query<{ id: string }>(
      "insert into public.client_subscriptions (client_id, tier_id, status) values ($1, $2, $3) returning id",
      [client.id, rows[0]?.id, past.at(-1)?.[0]],
    );
    const id = stored.rows[0]?.id;
    await database.pool.query("delete from public.subscription_history where subscription_id = $1", [id]);
    for (const [status, ago] of past)
      await database.pool.query(
        "insert into public.subscription_history (subscription_id, status, since) values ($1, $2, now() - $3::interval)",
        [id, status, ago],
      );
  }
  expect(
    await asked(administrator, "select *, monthly_revenue::float8 from public.subscription_totals()"),
  ).toEqual([
    {
      subscription_count: pasts.length,
      active_count: 1,
      monthly_revenue: 499.99,
      running_count: 5,
      cancelled_count: 2,
    },
  ]);
});
