import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import type { PoolClient } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { sumOverdue } from "#domain/invoices/due-dates/due-payments.ts";
import { AGING_BOUNDARIES, AGING_BUCKETS } from "#domain/invoices/reports/invoice-aging.ts";
import { CASES_TODAY, INVOICE_CASES, type InvoiceCase } from "#domain/invoices/test-support/invoice-cases.ts";
import { type Dollars, toCents } from "#domain/money/money.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

// Runs the cases for the rules in domain/invoices/ against the SQL functions that implement the same rules.
let database: TestDatabase;
let client: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { projects: [buildProject()] });
});

/** Runs `work` in a transaction with an invoice that is linked to a project, then rolls back. */
async function withInvoice<Result>(
  { invoice }: InvoiceCase,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await database.pool.connect();
  try {
    await connection.query("begin");
    await connection.query(
      `insert into public.invoices (client_id, project_id, status, square_status, amount, total_paid_amount,
                                    refunded_amount, due_date, next_payment_due_date, next_payment_amount,
                                    payment_schedule)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        client.id,
        client.projects[0]?.id,
        invoice.status,
        invoice.square_status,
        invoice.amount,
        invoice.total_paid_amount,
        invoice.refunded_amount,
        invoice.due_date,
        invoice.next_payment_due_date,
        invoice.next_payment_amount,
        JSON.stringify(invoice.payment_schedule),
      ],
    );
    return await work(connection);
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

describe("an invoice that", () => {
  test.each(INVOICE_CASES)("$name has the same amounts and dates in SQL as in domain/", async (each) => {
    const [row] = await withInvoice(each, async (connection) => {
      const { rows } = await connection.query<{
        owed: Dollars;
        paid: Dollars;
        overdue_date: string | null;
        balance: Dollars;
        project_paid: Dollars;
        revenue: Dollars;
      }>(
        `select listed.open_amount as owed, listed.overdue_date::text,
                private.invoice_amount_paid(listed.status, listed.amount, listed.total_paid_amount,
                                            listed.refunded_amount) as paid,
                client.outstanding_balance as balance, project.total_paid as project_paid,
                (select outstanding_revenue from public.firm_totals) as revenue
           from public.invoice_list as listed
           join public.client_totals as client using (client_id)
           join public.project_totals as project using (project_id)`,
      );
      return rows;
    });
    expect(row?.overdue_date).toBe(each.overdueDate);
    expect(toCents(row?.owed)).toBe(each.owedCents);
    expect(toCents(row?.balance)).toBe(each.owedCents);
    expect(toCents(row?.revenue)).toBe(each.owedCents);
    expect(toCents(row?.paid)).toBe(each.paidCents);
    expect(toCents(row?.project_paid)).toBe(each.invoice.status === "cancelled" ? 0 : each.paidCents);
  });

  test.each(INVOICE_CASES)("$name is in the same aging buckets in SQL as in domain/", async (each) => {
    const { totals, listed } = await withInvoice(each, async (connection) => {
      const aging = await connection.query<{ bucket: number; invoice_count: number; open_amount: Dollars }>(
        "select * from public.invoice_aging($1, $2)",
        [CASES_TODAY, AGING_BOUNDARIES],
      );
      const inBuckets = await connection.query<{ bucket: number }>(
        `select bucket from generate_series(0, cardinality($2::integer[])) as bucket,
                lateral public.invoices_in_aging_bucket($1, $2, bucket) as listed`,
        [CASES_TODAY, AGING_BOUNDARIES],
      );
      return { totals: aging.rows, listed: inBuckets.rows };
    });
    const found = Object.fromEntries(
      totals.map(({ bucket, open_amount }) => [AGING_BUCKETS[bucket]?.key, toCents(open_amount)]),
    );
    expect(found).toEqual(each.aging);
    expect(totals.every(({ invoice_count }) => invoice_count === 1)).toBe(true);
    expect(listed.map(({ bucket }) => AGING_BUCKETS[bucket]?.key).sort()).toEqual(
      Object.keys(each.aging).sort(),
    );
  });
});

describe("the clients sorted by overdue amount", () => {
  test.each(INVOICE_CASES)("have the same amount as in domain/ with an invoice that $name", async (each) => {
    const rows = await withInvoice(each, async (connection) => {
      const result = await connection.query<{ id: string; overdue_amount: Dollars }>(
        "select id, overdue_amount from public.clients_with_overdue($1)",
        [CASES_TODAY],
      );
      return result.rows;
    });
    expect(rows.map(({ id, overdue_amount }) => [id, toCents(overdue_amount)])).toEqual([
      // Like the aging report, at most what is owed.
      [client.id, Math.min(each.owedCents, sumOverdue([each.invoice], CASES_TODAY))],
    ]);
  });
});

describe("PostgreSQL inlines the rules", () => {
  /** Returns the query plan. Sequential scans are disabled, because PostgreSQL prefers them for an empty table. */
  async function explain(sql: string): Promise<string> {
    const connection = await database.pool.connect();
    try {
      await connection.query("begin");
      await connection.query("set local enable_seqscan = off");
      const { rows } = await connection.query<Record<"QUERY PLAN", string>>(`explain (verbose) ${sql}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  }

  test.each([
    ["the amounts owed", "select count(*) from public.invoice_list where open_amount > 0"],
    [
      "overdue dates",
      "select * from public.invoice_list where open_amount > 0 and overdue_date >= '2026-03-01' order by overdue_date",
    ],
  ])("and uses the index on overdue dates for %s", async (_query, sql) => {
    const plan = await explain(sql);
    expect(plan).toContain("invoices_owed_idx");
    expect(plan).not.toContain("private.");
  });

  test.each([
    ["amount desc", "invoices_amount_idx"],
    ["amount asc", "invoices_amount_ascending_idx"],
    ["open_amount desc", "invoices_open_amount_idx"],
    ["open_amount asc", "invoices_open_amount_ascending_idx"],
  ])("and uses an index for the list by %s", async (order, index) => {
    const plan = await explain(`select * from public.invoice_list order by ${order} nulls last, id limit 25`);
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort Key");
  });
});
