import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { balanceDue, type InvoiceMoney } from "#domain/invoice.ts";
import { toCents } from "#domain/money.ts";
import { isActiveProject, PROJECT_STATUSES, projectMoney } from "#domain/project.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { anInvoice, storeInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

/** The views and the rules of domain/ must say the same of the same rows. These rows differ in every run's order only. */
const SEED = 20_251_014;
const cents = fc.integer({ min: 0, max: 500_000 }).map((amount) => amount / 100);
const someInvoice = fc.record({
  status: fc.constantFrom("paid", "pending", "overdue", "cancelled"),
  amount: cents,
  // Overpaid and paid without a payment occur too.
  total_paid_amount: fc.oneof(fc.constant(0), cents),
  isLinked: fc.boolean(),
  project: fc.nat({ max: PROJECT_STATUSES.length - 1 }),
});

let database: TestDatabase;
const clients: TestClient[] = [];
const linked = new Map<string, InvoiceMoney[]>();

beforeAll(async () => {
  database = await aDatabase();
  const worlds = fc.sample(fc.array(someInvoice, { minLength: 0, maxLength: 25 }), {
    seed: SEED,
    numRuns: 6,
  });
  for (const [at, invoices] of worlds.entries()) {
    const projects = PROJECT_STATUSES.map((status) => aProject({ status }));
    const client = await aClient(database, { projects, status: at === 0 ? "suspended" : "active" });
    for (const { isLinked, project, ...columns } of invoices) {
      const project_id = isLinked ? client.projects[project]?.id : null;
      const stored = await storeInvoice(
        database,
        anInvoice({ ...columns, project_id, client_id: client.id }),
      );
      client.invoices.push(stored);
      if (project_id) linked.set(project_id, [...(linked.get(project_id) ?? []), stored]);
    }
    clients.push(client);
  }
});

async function read<Row extends object>(view: string): Promise<Row[]> {
  return (await database.pool.query<Row>(`select * from public.${view}`)).rows;
}

describe("the views say what the rules say", () => {
  test("of each project", async () => {
    const totals = await read<{
      project_id: string;
      invoice_count: number;
      total_billed: string;
      total_paid: string;
      outstanding: string;
    }>("project_totals");
    expect(totals).toHaveLength(clients.length * PROJECT_STATUSES.length);
    for (const row of totals) {
      expect({
        invoiceCount: row.invoice_count,
        billedCents: toCents(row.total_billed),
        paidCents: toCents(row.total_paid),
        outstandingCents: toCents(row.outstanding),
      }).toEqual(projectMoney(linked.get(row.project_id) ?? []));
    }
  });

  test("of each client", async () => {
    const balances = await read<{ client_id: string; invoice_count: number; outstanding_balance: string }>(
      "client_balances",
    );
    expect(balances).toHaveLength(clients.length);
    for (const row of balances) {
      const invoices = clients.find((client) => client.id === row.client_id)?.invoices ?? [];
      expect(toCents(row.outstanding_balance)).toBe(balanceDue(invoices));
      expect(row.invoice_count).toBe(invoices.length);
    }
  });

  test("of the firm", async () => {
    const [totals] = await read<{
      active_clients: number;
      active_projects: number;
      outstanding_revenue: string;
    }>("firm_totals");
    expect(totals).toMatchObject({
      active_clients: clients.length - 1,
      active_projects: clients.flatMap((client) => client.projects).filter(isActiveProject).length,
    });
    expect(toCents(totals?.outstanding_revenue)).toBe(
      balanceDue(clients.flatMap((client) => client.invoices)),
    );
  });
});
