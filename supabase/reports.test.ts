import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { AGING_BOUNDARIES, AGING_BUCKETS, agingBucketIndex } from "#domain/invoices/reports/invoice-aging.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { buildInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const TODAY = calendarDate("2026-03-31");
/** Values at and next to every bucket boundary. */
const DAYS_OVERDUE = [1, 2, 29, 30, 31, 59, 60, 61, 89, 90, 91, 92, 400];

let database: TestDatabase;
let administrator: Account;
let client: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  administrator = await createAdministrator(database);
  client = await createTestClient(database, {
    invoices: [
      // The amounts are powers of two, so that each sum identifies the invoices it includes.
      ...DAYS_OVERDUE.map((days, at) =>
        buildInvoice({ status: "overdue", due_date: addDays(TODAY, -days), amount: 2 ** at }),
      ),
      buildInvoice({ due_date: null, amount: 2 ** DAYS_OVERDUE.length, total_paid_amount: 1 }),
      buildInvoice({ status: "cancelled", issued_date: "2026-01-15" }),
      buildInvoice({ status: "paid", amount: 70, issued_date: "2025-12-31", paid_date: "2026-01-01" }),
      buildInvoice({ status: "pending", amount: 5, issued_date: "2026-01-31", due_date: null }),
      buildInvoice({
        status: "paid",
        amount: 1000,
        issued_date: "2024-01-01",
        paid_date: "2024-01-01",
        time_zone: "America/New_York",
        invoice_number: "refunded",
      }),
    ],
  });
  await database.pool.query(
    `insert into public.invoice_payments
            (invoice_id, kind, square_id, square_payment_id, status, amount, created_at, updated_at)
     select invoice.id, payment.kind, payment.square_id, 'P1', payment.status, payment.amount, payment.created_at,
            payment.created_at
       from public.invoices as invoice,
            (values ('payment', 'P1', 'completed', 1000, timestamptz '2024-01-01 12:00Z'),
                    ('refund', 'R1', 'completed', 1, '2024-02-01 04:59:59Z'),
                    ('refund', 'R2', 'completed', 2, '2024-02-01 05:00Z'),
                    ('refund', 'R3', 'completed', 4, '2024-03-01 04:59:59Z'),
                    ('refund', 'R4', 'pending', 8, '2024-02-10 12:00Z'),
                    ('refund', 'R5', 'failed', 16, '2024-02-10 12:00Z'))
              as payment (kind, square_id, status, amount, created_at)
      where invoice.invoice_number = 'refunded'`,
  );
});

async function queryAs<Row extends object>(
  caller: Account,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return runAs(database.pool, toCaller(caller), async (connection) => {
    return (await connection.query<Row>(sql, values)).rows;
  });
}

describe("invoice aging", () => {
  const SELECT_AGING =
    "select bucket, invoice_count, open_amount::float8 as open from public.invoice_aging($1, $2)";

  test("groups amounts owed into the same buckets as the rule in domain/", async () => {
    const found = await queryAs<{ bucket: number; open: number }>(administrator, SELECT_AGING, [
      TODAY,
      AGING_BOUNDARIES,
    ]);
    const openAmounts = new Map(found.map(({ bucket, open }) => [bucket, open]));
    for (const [bucket, { key }] of AGING_BUCKETS.entries()) {
      const daysInBucket = DAYS_OVERDUE.filter((days) => agingBucketIndex(days) === bucket);
      const undatedAmount = bucket === 0 ? 2 ** DAYS_OVERDUE.length - 1 + 5 : 0;
      expect(openAmounts.get(bucket), key).toBe(
        daysInBucket.reduce((sum, days) => sum + 2 ** DAYS_OVERDUE.indexOf(days), 0) + undatedAmount,
      );
    }
  });

  test("shows a client only its own invoices", async () => {
    const other = await createTestClient(database);
    expect(await queryAs(other, SELECT_AGING, [TODAY, AGING_BOUNDARIES])).toEqual([]);
    expect(await queryAs(client, SELECT_AGING, [TODAY, AGING_BOUNDARIES])).not.toEqual([]);
  });
});

test("revenue is billed in the month of issue, paid in the month of payment, and excludes cancelled invoices", async () => {
  const months = await queryAs(
    administrator,
    "select month::text, billed::float8, paid::float8 from public.revenue_by_month('2025-12-01', '2026-03-31')",
  );
  expect(months).toEqual([
    { month: "2025-12-01", billed: 70, paid: 0 },
    { month: "2026-01-01", billed: 5, paid: 70 },
  ]);
  expect(
    await queryAs(
      administrator,
      "select month::text from public.revenue_by_month('2026-02-01', '2026-03-31')",
    ),
  ).toEqual([]);
});

test("completed refunds count in the month they were made, in the invoice's time zone", async () => {
  const months = await queryAs(
    administrator,
    "select month::text, refunded::float8 from public.revenue_by_month('2024-01-01', '2024-02-29') order by month",
  );
  expect(months).toEqual([
    { month: "2024-01-01", refunded: 1 },
    { month: "2024-02-01", refunded: 6 },
  ]);
});

test("recurring revenue includes active subscriptions, and churn compares with those running 30 days ago", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into public.subscription_tiers (tier_name, monthly_price) values ('Guard', 499.99) returning id",
  );
  // Each subscription's status history, oldest first: the status, and how long ago it started.
  const histories: [status: string, ago: string][][] = [
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
  for (const history of histories) {
    const stored = await database.pool.query<{ id: string }>(
      "insert into public.client_subscriptions (client_id, tier_id, status) values ($1, $2, $3) returning id",
      [client.id, rows[0]?.id, history.at(-1)?.[0]],
    );
    const id = stored.rows[0]?.id;
    await database.pool.query("delete from public.subscription_history where subscription_id = $1", [id]);
    for (const [status, ago] of history) {
      await database.pool.query(
        "insert into public.subscription_history (subscription_id, status, since) values ($1, $2, now() - $3::interval)",
        [id, status, ago],
      );
    }
  }
  expect(
    await queryAs(administrator, "select *, monthly_revenue::float8 from public.subscription_totals()"),
  ).toEqual([
    {
      subscription_count: histories.length,
      active_count: 1,
      monthly_revenue: 499.99,
      running_count: 5,
      cancelled_count: 2,
    },
  ]);
});
