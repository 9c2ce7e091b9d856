import { beforeAll, describe, expect, test } from "vitest";
import { balanceDue, type InvoiceMoney } from "#domain/invoice.ts";
import { toCents } from "#domain/money.ts";
import { projectMoney } from "#domain/project.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { anInvoice, storeInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let projectId: string;
let invoiceId: string;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database, { projects: [aProject()] });
  projectId = client.projects[0]?.id ?? "";
  await storeInvoice(database, anInvoice({ client_id: client.id, amount: 250 }));
  invoiceId = (await storeInvoice(database, anInvoice({ amount: 100, total_paid_amount: 30 }))).id;
});

async function rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  return (await database.pool.query<Row>(sql, values)).rows;
}

/** What is kept must be what the rules say of the invoices as they now are. */
async function expectKeptAsRulesSay(): Promise<void> {
  const ofClient = await rows<InvoiceMoney>("select * from public.invoices where client_id = $1", [
    client.id,
  ]);
  const [kept] = await rows<{ invoice_count: number; outstanding_balance: string }>(
    "select * from public.client_figures where client_id = $1",
    [client.id],
  );
  expect(kept?.invoice_count).toBe(ofClient.length);
  expect(toCents(kept?.outstanding_balance)).toBe(balanceDue(ofClient));

  const ofProject = await rows<InvoiceMoney>("select * from public.invoices where project_id = $1", [
    projectId,
  ]);
  const [sums] = await rows<Record<"invoice_count" | "total_billed" | "total_paid" | "value", string>>(
    `select figures.*, project.total_estimated_value as value
       from public.project_figures as figures join public.projects as project on project.id = figures.project_id
      where project.id = $1`,
    [projectId],
  );
  const { invoiceCount, billedCents, paidCents } = projectMoney(ofProject);
  expect({
    invoiceCount: Number(sums?.invoice_count),
    billedCents: toCents(sums?.total_billed),
    paidCents: toCents(sums?.total_paid),
    value: toCents(sums?.value),
  }).toEqual({ invoiceCount, billedCents, paidCents, value: billedCents });
}

describe("the figures kept of invoices", () => {
  test.each([
    ["is assigned to a client", "update public.invoices set client_id = $2 where id = $1"],
    ["is linked to a project", "update public.invoices set project_id = $3 where id = $1"],
    ["is paid in part", "update public.invoices set total_paid_amount = 60 where id = $1"],
    ["changes its amount", "update public.invoices set amount = 555.55 where id = $1"],
    ["is paid whole", "update public.invoices set status = 'paid' where id = $1"],
    ["is overpaid", "update public.invoices set status = 'overdue', total_paid_amount = 600 where id = $1"],
    ["is cancelled", "update public.invoices set status = 'cancelled' where id = $1"],
    ["comes back", "update public.invoices set status = 'pending', total_paid_amount = 0 where id = $1"],
    ["is unlinked", "update public.invoices set project_id = null where id = $1"],
    ["is deleted", "delete from public.invoices where id = $1"],
  ])("are true after an invoice %s", async (_what, sql) => {
    // Every statement may name the three; PostgreSQL wants those it does not use typed.
    await rows(`with given as (select $2::uuid, $3::uuid) ${sql}`, [invoiceId, client.id, projectId]);
    await expectKeptAsRulesSay();
  });

  test("forget no invoice of two writers at once", async () => {
    const writers = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const insert = `insert into public.invoices (client_id, project_id, amount, status) values ($1, $2, 10, 'pending')`;
    try {
      for (const writer of writers) await writer.query("begin");
      await writers[0].query(insert, [client.id, projectId]);
      const second = writers[1].query(insert, [client.id, projectId]);
      await writers[0].query("commit");
      await second;
      await writers[1].query("commit");
    } finally {
      for (const writer of writers) writer.release();
    }
    await expectKeptAsRulesSay();
  });
});

describe("the figures kept of messages", () => {
  const kept = async () =>
    (
      await rows<{ unread: number; last: boolean }>(
        `select unread_count as unread, last_message_at is not distinct from
                (select max(created_at) from public.messages where client_id = $1) as last
           from public.client_figures where client_id = $1`,
        [client.id],
      )
    )[0];
  const write = (side: string, at: string) =>
    rows(
      "insert into public.messages (client_id, sender_role, body, created_at) values ($1, $2, 'Hello', $3)",
      [client.id, side, at],
    );

  test("count what the client wrote and the firm has not read, and know the newest", async () => {
    expect(await kept()).toEqual({ unread: 0, last: true });
    await write("client", "2026-01-02");
    await write("client", "2026-01-01");
    await write("admin", "2026-01-03");
    expect(await kept()).toEqual({ unread: 2, last: true });
    await rows("update public.messages set read_by_firm_at = now() where created_at = '2026-01-02'", []);
    expect(await kept()).toEqual({ unread: 1, last: true });
    await rows("delete from public.messages where sender_role = 'admin'", []);
    await rows("delete from public.messages where client_id = $1 and read_by_firm_at is null", [client.id]);
    expect(await kept()).toEqual({ unread: 0, last: true });
  });
});
