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

describe("a client with several subscriptions", () => {
  const createSubscriber = async () => {
    const client = await createTestClient(database);
    const tier = await insertRow(database, "subscription_tiers", {
      tier_name: `Essential ${client.id}`,
      monthly_price: 500,
    });
    const subscribe = (status: ClosedSets["client_subscriptions.status"]) =>
      insertRow(database, "client_subscriptions", { client_id: client.id, tier_id: tier.id, status });
    const setStatus = (id: string, status: ClosedSets["client_subscriptions.status"]) =>
      database.pool.query("update public.client_subscriptions set status = $2 where id = $1", [id, status]);
    const readFlag = async () => {
      const { rows } = await database.pool.query(
        "select plan_count, announced_at from public.duplicate_plans where client_id = $1",
        [client.id],
      );
      return rows[0];
    };
    return { client, tier, subscribe, setStatus, readFlag };
  };

  test("is flagged while more than one is active or past due", async () => {
    const { subscribe, setStatus, readFlag } = await createSubscriber();
    await subscribe("active");
    await subscribe("cancelled");
    const paused = await subscribe("paused");
    expect(await readFlag()).toBeUndefined();
    await setStatus(paused.id, "active");
    expect(await readFlag()).toEqual({ plan_count: 2, announced_at: null });
    await setStatus(paused.id, "past_due");
    expect(await readFlag()).toMatchObject({ plan_count: 2 });
    await setStatus(paused.id, "cancelled");
    expect(await readFlag()).toBeUndefined();
  });

  test("is announced again when a plan is added, but not when one is removed", async () => {
    const { client, subscribe, setStatus, readFlag } = await createSubscriber();
    await subscribe("active");
    await subscribe("active");
    await database.pool.query("update public.duplicate_plans set announced_at = now() where client_id = $1", [
      client.id,
    ]);
    const third = await subscribe("past_due");
    expect(await readFlag()).toEqual({ plan_count: 3, announced_at: null });
    await database.pool.query("update public.duplicate_plans set announced_at = now() where client_id = $1", [
      client.id,
    ]);
    await setStatus(third.id, "cancelled");
    expect(await readFlag()).toEqual({ plan_count: 2, announced_at: expect.any(Date) });
  });

  test("is flagged when two subscriptions are stored at the same time", async () => {
    const { client, tier, readFlag } = await createSubscriber();
    const connections = await Promise.all([database.pool.connect(), database.pool.connect()]);
    try {
      await Promise.all(connections.map((connection) => connection.query("begin")));
      const insert =
        "insert into public.client_subscriptions (client_id, tier_id, status) values ($1, $2, 'active')";
      const stores = connections.map(async (connection) => {
        await connection.query(insert, [client.id, tier.id]);
        await connection.query("commit");
      });
      await Promise.all(stores);
    } finally {
      for (const connection of connections) {
        connection.release();
      }
    }
    expect(await readFlag()).toMatchObject({ plan_count: 2 });
  });

  test("can't have the same Square subscription twice", async () => {
    const { client, tier } = await createSubscriber();
    const store = () =>
      insertRow(database, "client_subscriptions", {
        client_id: client.id,
        tier_id: tier.id,
        status: "active",
        square_subscription_id: `sub-${client.id}`,
      });
    await store();
    await expect(store()).rejects.toMatchObject(UNIQUE_VIOLATION);
  });
});

test("a client has at most one open plan request of each kind", async () => {
  const client = await createTestClient(database);
  const tier = await insertRow(database, "subscription_tiers", { tier_name: "Shield", monthly_price: 500 });
  const subscription = await insertRow(database, "client_subscriptions", {
    client_id: client.id,
    tier_id: tier.id,
    status: "active",
  });
  const request = (kind: "change" | "cancel") =>
    insertRow(database, "plan_requests", {
      client_id: client.id,
      subscription_id: subscription.id,
      kind,
      requested_tier_id: kind === "change" ? tier.id : null,
    });
  const cancellation = await request("cancel");
  await request("change");
  await expect(request("cancel")).rejects.toMatchObject(UNIQUE_VIOLATION);
  await database.pool.query("update public.plan_requests set status = 'withdrawn' where id = $1", [
    cancellation.id,
  ]);
  await expect(request("cancel")).resolves.toMatchObject({ kind: "cancel", status: "open" });
});
