import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { balanceDue, type InvoiceMoney, type OwedInvoice, unpaidTotals } from "#domain/invoices/invoice.ts";
import { type Dollars, toCents } from "#domain/money/money.ts";
import { isActiveProject, PROJECT_STATUSES, projectMoney } from "#domain/projects/project.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

/** The seed is fixed, so that every run tests the same random invoices. */
const SEED = 20_251_014;
const dollarAmount = fc.integer({ min: 0, max: 500_000 }).map((amount) => amount / 100);
const randomInvoice = fc.record({
  status: fc.constantFrom("paid", "pending", "overdue", "cancelled"),
  amount: dollarAmount,
  // Independent of the status, so that the samples include overpaid invoices and paid invoices without a payment.
  total_paid_amount: fc.oneof(fc.constant(0), dollarAmount),
  refunded_amount: fc.oneof(fc.constant(0), dollarAmount),
  square_status: fc.constantFrom(null, "UNPAID", "SCHEDULED"),
  isLinked: fc.boolean(),
  project: fc.nat({ max: PROJECT_STATUSES.length - 1 }),
});

let database: TestDatabase;
const clients: TestClient[] = [];
const invoicesByProject = new Map<string, (InvoiceMoney & OwedInvoice)[]>();

beforeAll(async () => {
  database = await createTestDatabase();
  const invoiceSamples = fc.sample(fc.array(randomInvoice, { minLength: 0, maxLength: 25 }), {
    seed: SEED,
    numRuns: 6,
  });
  for (const [at, invoices] of invoiceSamples.entries()) {
    const projects = PROJECT_STATUSES.map((status) => buildProject({ status }));
    const client = await createTestClient(database, { projects, status: at === 0 ? "suspended" : "active" });
    for (const { isLinked, project, ...columns } of invoices) {
      const project_id = isLinked ? client.projects[project]?.id : null;
      const stored = await insertInvoice(
        database,
        buildInvoice({ ...columns, project_id, client_id: client.id }),
      );
      client.invoices.push(stored);
      if (project_id) {
        invoicesByProject.set(project_id, [...(invoicesByProject.get(project_id) ?? []), stored]);
      }
    }
    clients.push(client);
  }
});

async function readView<Row extends object>(view: string): Promise<Row[]> {
  return (await database.pool.query<Row>(`select * from public.${view}`)).rows;
}

describe("SQL totals match the rules in domain/", () => {
  test("for each project", async () => {
    const totals = await readView<{
      id: string;
      invoice_count: number;
      total_billed: Dollars;
      total_paid: Dollars;
      total_refunded: Dollars;
      outstanding: Dollars;
    }>("project_list");
    expect(totals).toHaveLength(clients.length * PROJECT_STATUSES.length);
    for (const row of totals) {
      expect({
        invoiceCount: row.invoice_count,
        billedCents: toCents(row.total_billed),
        paidCents: toCents(row.total_paid),
        refundedCents: toCents(row.total_refunded),
        outstandingCents: toCents(row.outstanding),
      }).toEqual(projectMoney(invoicesByProject.get(row.id) ?? []));
    }
  });

  test("for each client", async () => {
    const balances = await readView<{
      client_id: string;
      invoice_count: number;
      outstanding_balance: Dollars;
      unpaid_billed: Dollars;
      unpaid_paid: Dollars;
      unpaid_refunded: Dollars;
    }>("client_totals");
    expect(balances).toHaveLength(clients.length);
    for (const row of balances) {
      const invoices = clients.find((client) => client.id === row.client_id)?.invoices ?? [];
      expect(toCents(row.outstanding_balance)).toBe(balanceDue(invoices));
      expect(row.invoice_count).toBe(invoices.length);
      expect({
        billedCents: toCents(row.unpaid_billed),
        paidCents: toCents(row.unpaid_paid),
        refundedCents: toCents(row.unpaid_refunded),
      }).toEqual(unpaidTotals(invoices));
    }
  });

  test("for each invoice in the list", async () => {
    const listed = await readView<{ id: string; open_amount: Dollars }>("invoice_list");
    const openAmounts = new Map(listed.map(({ id, open_amount }) => [id, toCents(open_amount)]));
    for (const invoice of clients.flatMap((client) => client.invoices)) {
      expect(openAmounts.get(invoice.id)).toBe(balanceDue([invoice]));
    }
  });

  test("for the aging report", async () => {
    const { rows } = await database.pool.query<{ open: Dollars }>(
      "select sum(open_amount) as open from public.invoice_aging('2026-01-01', '{1,31}')",
    );
    expect(toCents(rows[0]?.open)).toBe(balanceDue(clients.flatMap((client) => client.invoices)));
  });

  test("for the firm", async () => {
    const [totals] = await readView<{
      active_clients: number;
      active_projects: number;
      outstanding_revenue: Dollars;
      unpaid_billed: Dollars;
      unpaid_paid: Dollars;
      unpaid_refunded: Dollars;
      unassigned_unpaid_count: number;
    }>("firm_totals");
    expect(totals).toMatchObject({
      active_clients: clients.length - 1,
      active_projects: clients.flatMap((client) => client.projects).filter(isActiveProject).length,
    });
    const invoices = clients.flatMap((client) => client.invoices);
    expect(toCents(totals?.outstanding_revenue)).toBe(balanceDue(invoices));
    expect({
      billedCents: toCents(totals?.unpaid_billed),
      paidCents: toCents(totals?.unpaid_paid),
      refundedCents: toCents(totals?.unpaid_refunded),
    }).toEqual(unpaidTotals(invoices));
    expect(totals?.unassigned_unpaid_count).toBe(0);
  });

  test("for unpaid invoices without a client, which the firm's totals include", async () => {
    const [before] = await readView<{ unpaid_billed: Dollars; unpaid_paid: Dollars }>("firm_totals");
    for (const columns of [
      { amount: 100, total_paid_amount: 30 },
      { amount: 50, square_status: "SCHEDULED" },
      { amount: 20, status: "paid" as const },
    ]) {
      await insertInvoice(database, buildInvoice(columns));
    }
    const [after] = await readView<{
      unpaid_billed: Dollars;
      unpaid_paid: Dollars;
      unassigned_unpaid_count: number;
    }>("firm_totals");
    expect(after?.unassigned_unpaid_count).toBe(1);
    expect(toCents(after?.unpaid_billed) - toCents(before?.unpaid_billed)).toBe(10_000);
    expect(toCents(after?.unpaid_paid) - toCents(before?.unpaid_paid)).toBe(3000);
  });

  test("for unpaid invoices of dismissed plans, which need no client", async () => {
    const countAssignable = async () =>
      (await readView<{ assignable_unpaid_count: number }>("firm_totals"))[0]?.assignable_unpaid_count ?? 0;
    const before = await countAssignable();
    const tier = await insertRow(database, "subscription_tiers", { tier_name: "Watch", monthly_price: 950 });
    const plan = await insertRow(database, "unmatched_subscriptions", {
      ...{ square_subscription_id: "dismissed-plan", tier_id: tier.id, status: "past_due" },
      ...{ square_status: "ACTIVE", square_version: 1 },
    });
    await insertInvoice(
      database,
      buildInvoice({ amount: 950, square_subscription_id: plan.square_subscription_id }),
    );
    expect(await countAssignable()).toBe(before + 1);
    await database.pool.query(
      "update public.unmatched_subscriptions set dismissed_at = now() where id = $1",
      [plan.id],
    );
    expect(await countAssignable()).toBe(before);
  });
});
