import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { balanceDue, type InvoiceMoney, type OwedInvoice, unpaidTotals } from "#domain/invoices/invoice.ts";
import { type Dollars, toCents } from "#domain/money/money.ts";
import { projectMoney } from "#domain/projects/project.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let database: TestDatabase;
let client: TestClient;
let projectId: string;
let invoiceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { projects: [buildProject()] });
  projectId = client.projects[0]?.id ?? "";
  await insertInvoice(database, buildInvoice({ client_id: client.id, amount: 250 }));
  invoiceId = (await insertInvoice(database, buildInvoice({ amount: 100, total_paid_amount: 30 }))).id;
});

async function queryRows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  return (await database.pool.query<Row>(sql, values)).rows;
}

/** Compares the stored totals with the totals that the rules in domain/ compute from the current invoices. */
async function expectTotalsMatchRules(): Promise<void> {
  const clientInvoices = await queryRows<OwedInvoice & InvoiceMoney>(
    "select * from public.invoices where client_id = $1",
    [client.id],
  );
  const [stored] = await queryRows<
    { invoice_count: number } & Record<
      "outstanding_balance" | "unpaid_billed" | "unpaid_paid" | "unpaid_refunded",
      Dollars
    >
  >("select * from public.client_totals where client_id = $1", [client.id]);
  expect(stored?.invoice_count).toBe(clientInvoices.length);
  expect(toCents(stored?.outstanding_balance)).toBe(balanceDue(clientInvoices));
  expect({
    billedCents: toCents(stored?.unpaid_billed),
    paidCents: toCents(stored?.unpaid_paid),
    refundedCents: toCents(stored?.unpaid_refunded),
  }).toEqual(unpaidTotals(clientInvoices));

  const projectInvoices = await queryRows<InvoiceMoney>(
    "select * from public.invoices where project_id = $1",
    [projectId],
  );
  const [projectTotals] = await queryRows<
    { invoice_count: number } & Record<"total_billed" | "total_paid" | "total_refunded" | "value", Dollars>
  >(
    `select totals.*, project.total_estimated_value as value
       from public.project_totals as totals join public.projects as project on project.id = totals.project_id
      where project.id = $1`,
    [projectId],
  );
  const { invoiceCount, billedCents, paidCents, refundedCents } = projectMoney(projectInvoices);
  expect({
    invoiceCount: projectTotals?.invoice_count,
    billedCents: toCents(projectTotals?.total_billed),
    paidCents: toCents(projectTotals?.total_paid),
    refundedCents: toCents(projectTotals?.total_refunded),
    value: toCents(projectTotals?.value),
  }).toEqual({ invoiceCount, billedCents, paidCents, refundedCents, value: billedCents });
}

describe("invoice totals", () => {
  test.each([
    ["is assigned to a client", "update public.invoices set client_id = $2 where id = $1"],
    ["is linked to a project", "update public.invoices set project_id = $3 where id = $1"],
    ["is paid in part", "update public.invoices set total_paid_amount = 60 where id = $1"],
    ["is refunded in part", "update public.invoices set refunded_amount = 25.50 where id = $1"],
    ["changes its amount", "update public.invoices set amount = 555.55 where id = $1"],
    ["is paid in full", "update public.invoices set status = 'paid' where id = $1"],
    ["is overpaid", "update public.invoices set status = 'overdue', total_paid_amount = 600 where id = $1"],
    ["is cancelled", "update public.invoices set status = 'cancelled' where id = $1"],
    [
      "is scheduled",
      "update public.invoices set status = 'pending', total_paid_amount = 0, square_status = 'SCHEDULED' where id = $1",
    ],
    ["is sent", "update public.invoices set square_status = 'UNPAID' where id = $1"],
    ["is reopened", "update public.invoices set status = 'pending', total_paid_amount = 0 where id = $1"],
    ["is unlinked", "update public.invoices set project_id = null where id = $1"],
    ["is deleted", "delete from public.invoices where id = $1"],
  ])("are correct after an invoice %s", async (_what, sql) => {
    // Use every parameter, because PostgreSQL cannot infer the types of unused ones.
    await queryRows(`with given as (select $2::uuid, $3::uuid) ${sql}`, [invoiceId, client.id, projectId]);
    await expectTotalsMatchRules();
  });

  test("include the invoices of concurrent transactions", async () => {
    const writers = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const insert = `insert into public.invoices (client_id, project_id, amount, status) values ($1, $2, 10, 'pending')`;
    try {
      for (const writer of writers) {
        await writer.query("begin");
      }
      await writers[0].query(insert, [client.id, projectId]);
      const secondInsert = writers[1].query(insert, [client.id, projectId]);
      await writers[0].query("commit");
      await secondInsert;
      await writers[1].query("commit");
    } finally {
      for (const writer of writers) {
        writer.release();
      }
    }
    await expectTotalsMatchRules();
  });
});

describe("total_estimated_value", () => {
  const readValue = async (id: string) =>
    (
      await queryRows<{ value: number }>(
        "select total_estimated_value::float8 as value from public.projects where id = $1",
        [id],
      )
    )[0]?.value;
  const createProject = async (value: number) => {
    const [project] = await queryRows<{ id: string }>(
      "insert into public.projects (client_id, project_name, total_estimated_value) values ($1, 'Audit', $2) returning id",
      [client.id, value],
    );
    return project?.id ?? "";
  };
  const createInvoice = async (
    project: string | null,
    amount: number,
    status: "pending" | "cancelled" = "pending",
  ) =>
    (
      await insertInvoice(
        database,
        buildInvoice({ client_id: client.id, project_id: project, amount, status }),
      )
    ).id;

  test("keeps the value given at insert until the first invoice is linked", async () => {
    const id = await createProject(5000);
    await queryRows("update public.projects set project_name = 'Renamed' where id = $1", [id]);
    const invoice = await createInvoice(null, 100);
    await queryRows("update public.invoices set amount = 120 where id = $1", [invoice]);
    expect(await readValue(id)).toBe(5000);
    await queryRows("update public.invoices set project_id = $2 where id = $1", [invoice, id]);
    expect(await readValue(id)).toBe(120);
  });

  test("replaces the value given at insert even if the first linked invoice is cancelled", async () => {
    const id = await createProject(5000);
    await createInvoice(id, 100, "cancelled");
    expect(await readValue(id)).toBe(0);
  });

  test.each([
    ["the amount changes", "update public.invoices set amount = 70 where id = $1", 170],
    ["the status changes", "update public.invoices set status = 'cancelled' where id = $1", 100],
    ["the invoice is unlinked", "update public.invoices set project_id = null where id = $1", 100],
    ["the invoice is deleted", "delete from public.invoices where id = $1", 100],
  ])("is recomputed from the linked invoices when %s, which corrects a wrong value", async (_change, sql, expected) => {
    const id = await createProject(0);
    await createInvoice(id, 100);
    const invoice = await createInvoice(id, 50);
    await queryRows("update public.projects set total_estimated_value = 999 where id = $1", [id]);
    await queryRows(sql, [invoice]);
    expect(await readValue(id)).toBe(expected);
  });

  test("is not changed by a payment", async () => {
    const id = await createProject(0);
    const invoice = await createInvoice(id, 100);
    await queryRows("update public.projects set total_estimated_value = 999 where id = $1", [id]);
    await queryRows("update public.invoices set total_paid_amount = 10 where id = $1", [invoice]);
    expect(await readValue(id)).toBe(999);
  });

  test("is recomputed for both projects when an invoice moves", async () => {
    const [from, to] = [await createProject(0), await createProject(7)];
    const invoice = await createInvoice(from, 30);
    await queryRows("update public.invoices set project_id = $2 where id = $1", [invoice, to]);
    expect([await readValue(from), await readValue(to)]).toEqual([0, 30]);
  });
});

describe("message totals", () => {
  const readTotals = async () =>
    (
      await queryRows<{ unread: number; last: boolean }>(
        `select unread_count as unread, last_message_at is not distinct from
                (select max(created_at) from public.messages where client_id = $1) as last
           from public.client_totals where client_id = $1`,
        [client.id],
      )
    )[0];
  const insertMessage = (side: string, at: string) =>
    queryRows(
      "insert into public.messages (client_id, sender_role, body, created_at) values ($1, $2, 'Hello', $3)",
      [client.id, side, at],
    );

  test("count the client's unread messages and store the time of the newest message", async () => {
    expect(await readTotals()).toEqual({ unread: 0, last: true });
    await insertMessage("client", "2026-01-02");
    await insertMessage("client", "2026-01-01");
    await insertMessage("admin", "2026-01-03");
    expect(await readTotals()).toEqual({ unread: 2, last: true });
    await queryRows("update public.messages set read_by_firm_at = now() where created_at = '2026-01-02'", []);
    expect(await readTotals()).toEqual({ unread: 1, last: true });
    await queryRows("delete from public.messages where sender_role = 'admin'", []);
    await queryRows("delete from public.messages where client_id = $1 and read_by_firm_at is null", [
      client.id,
    ]);
    expect(await readTotals()).toEqual({ unread: 0, last: true });
  });
});
