import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import type { ClosedSets } from "#supabase/database.types.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const FOREIGN_KEY_VIOLATION = { code: "23503" };
const UNIQUE_VIOLATION = { code: "23505" };
const CHECK_VIOLATION = { code: "23514" };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const createClientWithProject = () =>
  createTestClient(database, { projects: [buildProject()], invoices: [buildInvoice()] });
const getProjectId = (client: TestClient) => client.projects[0]?.id;
const getInvoiceId = (client: TestClient) => client.invoices[0]?.id;
const linkInvoice = (invoice: string | undefined, project: string | undefined) =>
  database.pool.query("update public.invoices set project_id = $2 where id = $1", [invoice, project]);

describe("an invoice", () => {
  test("can only be linked to a project of its own client", async () => {
    const [one, other] = [await createClientWithProject(), await createClientWithProject()];
    await expect(linkInvoice(getInvoiceId(one), getProjectId(other))).rejects.toMatchObject(
      FOREIGN_KEY_VIOLATION,
    );
    const administrator = await createAdministrator(database);
    const attempt = runAs(database.pool, toCaller(administrator), (connection) =>
      connection.query("update public.invoices set project_id = $2 where id = $1", [
        getInvoiceId(one),
        getProjectId(other),
      ]),
    );
    await expect(attempt).rejects.toMatchObject(FOREIGN_KEY_VIOLATION);
  });

  test("cannot be linked to a project without a client", async () => {
    const client = await createClientWithProject();
    const unmatched = await insertInvoice(database, buildInvoice());
    await expect(linkInvoice(unmatched.id, getProjectId(client))).rejects.toMatchObject(CHECK_VIOLATION);
  });

  test("prevents moving its project to another client", async () => {
    const [one, other] = [await createClientWithProject(), await createClientWithProject()];
    await linkInvoice(getInvoiceId(one), getProjectId(one));
    const move = () =>
      database.pool.query("update public.projects set client_id = $2 where id = $1", [
        getProjectId(one),
        other.id,
      ]);
    await expect(move()).rejects.toMatchObject(FOREIGN_KEY_VIOLATION);
    await linkInvoice(getInvoiceId(one), undefined);
    await expect(move()).resolves.toMatchObject({ rowCount: 1 });
  });

  test.each([
    ["a negative amount", { amount: -0.01 }],
    ["a schedule that is not an array", { payment_schedule: {} }],
    ["a javascript: payment URL", { square_payment_url: "javascript:alert(1)" }],
    ["an http payment URL", { square_payment_url: "http://squareup.com/pay" }],
  ])("rejects %s", async (_, columns) => {
    await expect(insertInvoice(database, buildInvoice(columns))).rejects.toMatchObject(CHECK_VIOLATION);
  });
});

test("an invoice rejects an unknown status", async () => {
  const insert = "insert into public.invoices (amount, status) values (1, 'refunded')";
  await expect(database.pool.query(insert)).rejects.toMatchObject(CHECK_VIOLATION);
});

test("total_estimated_value is the sum of the linked invoices that are not cancelled", async () => {
  const client = await createTestClient(database, {
    projects: [buildProject(), buildProject()],
    invoices: [buildInvoice({ amount: 100.5 }), buildInvoice({ amount: 0.25 }), buildInvoice({ amount: 7 })],
  });
  const [first, second] = client.projects.map((project) => project.id);
  const [a, b, c] = client.invoices.map((invoice) => invoice.id);
  const readValues = async () => {
    const { rows } = await database.pool.query<{ id: string; value: string }>(
      "select id, total_estimated_value::text as value from public.projects where id = any ($1)",
      [[first, second]],
    );
    return [first, second].map((id) => rows.find((row) => row.id === id)?.value);
  };
  expect(await readValues()).toEqual(["0.00", "0.00"]);
  await linkInvoice(a, first);
  await linkInvoice(b, first);
  await linkInvoice(c, second);
  expect(await readValues()).toEqual(["100.75", "7.00"]);
  await database.pool.query("update public.invoices set status = 'cancelled' where id = $1", [a]);
  expect(await readValues()).toEqual(["0.25", "7.00"]);
  await linkInvoice(c, first);
  expect(await readValues()).toEqual(["7.25", "0.00"]);
  await database.pool.query("update public.invoices set amount = 8 where id = $1", [c]);
  expect(await readValues()).toEqual(["8.25", "0.00"]);
  await linkInvoice(b, undefined);
  await database.pool.query("delete from public.invoices where id = $1", [c]);
  expect(await readValues()).toEqual(["0.00", "0.00"]);
});

test("a client has at most one active subscription and any number of inactive ones", async () => {
  const client = await createTestClient(database);
  const tier = await insertRow(database, "subscription_tiers", {
    tier_name: "Essential",
    monthly_price: 500,
  });
  const subscribe = (status: ClosedSets["client_subscriptions.status"]) =>
    insertRow(database, "client_subscriptions", { client_id: client.id, tier_id: tier.id, status });
  await subscribe("active");
  await subscribe("cancelled");
  const paused = await subscribe("paused");
  await expect(subscribe("active")).rejects.toMatchObject(UNIQUE_VIOLATION);
  const resume = database.pool.query(
    "update public.client_subscriptions set status = 'active' where id = $1",
    [paused.id],
  );
  await expect(resume).rejects.toMatchObject(UNIQUE_VIOLATION);
});
