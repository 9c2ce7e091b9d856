import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { anInvoice, storeInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { insertRow } from "#tests/support/rows.ts";

const FOREIGN_KEY = { code: "23503" };
const UNIQUE = { code: "23505" };
const CHECK = { code: "23514" };

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});

const aClientWithWork = () => aClient(database, { projects: [aProject()], invoices: [anInvoice()] });
const projectOf = (client: TestClient) => client.projects[0]?.id;
const invoiceOf = (client: TestClient) => client.invoices[0]?.id;
const link = (invoice: string | undefined, project: string | undefined) =>
  database.pool.query("update public.invoices set project_id = $2 where id = $1", [invoice, project]);

describe("an invoice", () => {
  test("joins a project of its own client only, whoever asks", async () => {
    const [one, other] = [await aClientWithWork(), await aClientWithWork()];
    await expect(link(invoiceOf(one), projectOf(other))).rejects.toMatchObject(FOREIGN_KEY);
    const administrator = await anAdministrator(database);
    const attempt = actingAs(database.pool, callerOf(administrator), (connection) =>
      connection.query("update public.invoices set project_id = $2 where id = $1", [
        invoiceOf(one),
        projectOf(other),
      ]),
    );
    await expect(attempt).rejects.toMatchObject(FOREIGN_KEY);
  });

  test("without a client joins no project", async () => {
    const client = await aClientWithWork();
    const unmatched = await storeInvoice(database, anInvoice());
    await expect(link(unmatched.id, projectOf(client))).rejects.toMatchObject(CHECK);
  });

  test("holds its project's client in place while linked", async () => {
    const [one, other] = [await aClientWithWork(), await aClientWithWork()];
    await link(invoiceOf(one), projectOf(one));
    const move = () =>
      database.pool.query("update public.projects set client_id = $2 where id = $1", [
        projectOf(one),
        other.id,
      ]);
    await expect(move()).rejects.toMatchObject(FOREIGN_KEY);
    await link(invoiceOf(one), undefined);
    await expect(move()).resolves.toMatchObject({ rowCount: 1 });
  });

  test.each([
    ["a status of another kind", { status: "refunded" }],
    ["a negative amount", { amount: -0.01 }],
    ["a schedule that is no list", { payment_schedule: {} }],
    ["a payment address a browser would run", { square_payment_url: "javascript:alert(1)" }],
    ["a payment address of another scheme", { square_payment_url: "http://squareup.com/pay" }],
  ])("refuses %s", async (_, columns) => {
    await expect(storeInvoice(database, anInvoice(columns))).rejects.toMatchObject(CHECK);
  });
});

test("a project is worth its linked invoices that are not cancelled, whatever happens to them", async () => {
  const client = await aClient(database, {
    projects: [aProject(), aProject()],
    invoices: [anInvoice({ amount: 100.5 }), anInvoice({ amount: 0.25 }), anInvoice({ amount: 7 })],
  });
  const [first, second] = client.projects.map((project) => project.id);
  const [a, b, c] = client.invoices.map((invoice) => invoice.id);
  const worth = async () => {
    const { rows } = await database.pool.query<{ id: string; worth: string }>(
      "select id, total_estimated_value::text as worth from public.projects where id = any ($1)",
      [[first, second]],
    );
    return [first, second].map((id) => rows.find((row) => row.id === id)?.worth);
  };
  expect(await worth()).toEqual(["0.00", "0.00"]);
  await link(a, first);
  await link(b, first);
  await link(c, second);
  expect(await worth()).toEqual(["100.75", "7.00"]);
  await database.pool.query("update public.invoices set status = 'cancelled' where id = $1", [a]);
  expect(await worth()).toEqual(["0.25", "7.00"]);
  await link(c, first);
  expect(await worth()).toEqual(["7.25", "0.00"]);
  await database.pool.query("update public.invoices set amount = 8 where id = $1", [c]);
  expect(await worth()).toEqual(["8.25", "0.00"]);
  await link(b, undefined);
  await database.pool.query("delete from public.invoices where id = $1", [c]);
  expect(await worth()).toEqual(["0.00", "0.00"]);
});

test("a client has at most one active subscription, and any number of others", async () => {
  const client = await aClient(database);
  const tier = await insertRow(database, "subscription_tiers", {
    tier_name: "Essential",
    monthly_price: 500,
  });
  const subscribe = (status: string) =>
    insertRow(database, "client_subscriptions", { client_id: client.id, tier_id: tier.id, status });
  await subscribe("active");
  await subscribe("cancelled");
  const paused = await subscribe("paused");
  await expect(subscribe("active")).rejects.toMatchObject(UNIQUE);
  const resume = database.pool.query(
    "update public.client_subscriptions set status = 'active' where id = $1",
    [paused.id],
  );
  await expect(resume).rejects.toMatchObject(UNIQUE);
});
