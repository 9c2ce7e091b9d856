import { randomUUID } from "node:crypto";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createPlanEnvironment, type PlanEnvironment } from "#tests/support/square/plan-environment.ts";

const OTHER_EMAIL = "ada@private.example";
const CHANGE = { action: "update", table_name: "invoices" };

let fixture: PlanEnvironment;

beforeEach(async () => {
  fixture = await createPlanEnvironment();
});

const readUnmatched = () =>
  fixture.readRows(
    // The seed has subscriptions of other customers.
    `select tier_id, payer_name, payer_email, status from public.unmatched_subscriptions
      where payer_email like '%@private.example' order by created_at`,
  );
const readPlans = () =>
  fixture.readRows(
    "select client_id, tier_id, status from public.client_subscriptions order by created_at, id",
  );
const findUnmatchedId = async () =>
  String((await fixture.readRows("select id from public.unmatched_subscriptions"))[0]?.id);
const link = (id: string, clientId = fixture.client.id, as: "administrator" | "client" = "administrator") =>
  fixture.request(`/api/admin/unmatched-subscriptions/${id}/client`, {
    method: "POST",
    as,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId }),
  });
const readInvoiceClients = async () =>
  (
    await fixture.readRows(
      `select client_id from public.invoices
        where square_subscription_id = (select square_subscription_id from public.client_subscriptions)
           or square_subscription_id = (select square_subscription_id from public.unmatched_subscriptions
                                         where payer_email like '%@private.example')
        order by issued_date, id`,
    )
  ).map(({ client_id }) => client_id);

test("an event stores a plan that was paid with an unknown email address, without a client", async () => {
  await fixture.checkOut(0, OTHER_EMAIL);
  expect(await readUnmatched()).toEqual([
    { tier_id: fixture.findTier(0).id, payer_name: "Ada M", payer_email: OTHER_EMAIL, status: "active" },
  ]);
  expect(await readPlans()).toEqual([]);
  expect(await readInvoiceClients()).toEqual([null]);
});

test("a sync stores it too, once", async () => {
  fixture.holdEvents();
  await fixture.checkOut(0, OTHER_EMAIL);
  expect(await readUnmatched()).toEqual([]);
  await fixture.sync();
  await fixture.sync();
  expect(await readUnmatched()).toHaveLength(1);
});

test("linking stores the plan and its invoice for the client, and confirms the open checkout", async () => {
  await fixture.openCheckout(0);
  await fixture.checkOut(0, OTHER_EMAIL);
  expect((await link(await findUnmatchedId())).status).toBe(200);
  const plan = { client_id: fixture.client.id, tier_id: fixture.findTier(0).id, status: "active" };
  expect(await readPlans()).toEqual([plan]);
  expect(await readUnmatched()).toEqual([]);
  expect(await readInvoiceClients()).toEqual([fixture.client.id]);
  expect(
    await fixture.readRows("select confirmed_at is not null as is_confirmed from public.plan_checkouts"),
  ).toEqual([{ is_confirmed: true }]);
  expect(
    await fixture.readRows("select action, table_name from public.audit_log where table_name = 'invoices'"),
  ).toEqual([CHANGE]);
  await fixture.sync();
  expect(await readPlans()).toEqual([plan]);
  expect(await readUnmatched()).toEqual([]);
});

test("the next invoice of a linked plan belongs to its client", async () => {
  await fixture.checkOut(0, OTHER_EMAIL);
  await link(await findUnmatchedId());
  await fixture.simulator.advanceClock(32 * 86_400_000);
  await fixture.receiveWebhooks();
  await fixture.sync();
  const clients = await readInvoiceClients();
  expect(clients.length).toBeGreaterThan(1);
  expect(new Set(clients)).toEqual(new Set([fixture.client.id]));
});

test("linking a second plan flags the client", async () => {
  await fixture.checkOut(0);
  await fixture.checkOut(3, OTHER_EMAIL);
  expect(await fixture.readRows("select plan_count from public.duplicate_plans")).toEqual([]);
  await link(await findUnmatchedId());
  expect(await fixture.readRows("select client_id, plan_count from public.duplicate_plans")).toEqual([
    { client_id: fixture.client.id, plan_count: 2 },
  ]);
});

test("a plan is no longer listed after its customer matches a client or it ends", async () => {
  await fixture.checkOut(0, OTHER_EMAIL);
  await fixture.checkOut(1, "grace@private.example");
  fixture.simulator.change(({ state }) => {
    for (const customer of Object.values(state.customers)) {
      if (customer.email_address === OTHER_EMAIL) {
        customer.reference_id = fixture.client.id;
        customer.version += 1;
      }
    }
    for (const subscription of Object.values(state.subscriptions)) {
      if (state.customers[subscription.customer_id]?.email_address === "grace@private.example") {
        subscription.status = "CANCELED";
        subscription.version += 1;
      }
    }
  });
  await fixture.sync();
  expect(await readUnmatched()).toEqual([]);
  expect(await readPlans()).toMatchObject([{ client_id: fixture.client.id, status: "active" }]);
});

test("rejects a second link, an unknown client and a caller without permission", async () => {
  await fixture.checkOut(0, OTHER_EMAIL);
  const id = await findUnmatchedId();
  expect((await link(id, fixture.client.id, "client")).status).toBe(403);
  expect((await link(id, randomUUID())).status).toBe(404);
  expect(await readPlans()).toEqual([]);
  const statuses = await Promise.all([link(id), link(id)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await readPlans()).toHaveLength(1);
});

describe("a dismissed plan", () => {
  /** Returns the number of changed rows. */
  const setDismissed = (isDismissed: boolean, account: Account = getAdministrator()) =>
    runAs(fixture.pool, toCaller(account), async (connection) => {
      const { rowCount } = await connection.query(
        `update public.unmatched_subscriptions set dismissed_at = case when $1 then now() end
          where payer_email = $2`,
        [isDismissed, OTHER_EMAIL],
      );
      await connection.query("commit");
      return rowCount;
    });
  const getAdministrator = (): Account => ({
    userId: fixture.adminId,
    email: "admin@example.com",
    password: "",
    role: "admin",
  });
  const readDismissed = () =>
    fixture.readRows(
      `select dismissed_at is not null as is_dismissed, square_version::text as version
         from public.unmatched_subscriptions where payer_email = '${OTHER_EMAIL}'`,
    );
  /** Syncs, and returns the number of subscriptions in the report that match no client. */
  const syncAndCount = async () => {
    await fixture.pool.query("delete from private.sync_runs");
    await fixture.sync();
    const [run] = await fixture.readRows(
      "select (report -> 'subscriptions' ->> 'unmatched')::int as unmatched from private.sync_runs",
    );
    return run.unmatched;
  };

  test("stays dismissed when it changes in Square, and a sync no longer counts it", async () => {
    await fixture.checkOut(0, OTHER_EMAIL);
    const unmatched = await syncAndCount();
    const [{ version }] = await readDismissed();
    expect(await setDismissed(true)).toBe(1);
    fixture.simulator.change(({ state }) => {
      for (const subscription of Object.values(state.subscriptions)) {
        if (state.customers[subscription.customer_id]?.email_address === OTHER_EMAIL) {
          subscription.version += 1;
        }
      }
    });
    expect(await syncAndCount()).toBe(unmatched - 1);
    expect(await readDismissed()).toEqual([{ is_dismissed: true, version: String(Number(version) + 1) }]);
  });

  test("is restored, and the audit log records both without the payer's details", async () => {
    await fixture.checkOut(0, OTHER_EMAIL);
    await setDismissed(true);
    await setDismissed(false);
    expect(await readDismissed()).toMatchObject([{ is_dismissed: false }]);
    expect(
      await fixture.readRows(
        `select actor, action, after ->> 'dismissed_at' is not null as is_dismissed, after ? 'payer_email' as has_payer
           from public.audit_log where table_name = 'unmatched_subscriptions' order by id`,
      ),
    ).toEqual([
      { actor: "admin@example.com", action: "update", is_dismissed: true, has_payer: false },
      { actor: "admin@example.com", action: "update", is_dismissed: false, has_payer: false },
    ]);
  });

  test("cannot be dismissed by a client", async () => {
    await fixture.checkOut(0, OTHER_EMAIL);
    expect(await setDismissed(true, fixture.client)).toBe(0);
    expect(await readDismissed()).toMatchObject([{ is_dismissed: false }]);
  });
});

describe("a plan that was linked to the wrong client", () => {
  const move = async (
    clientId: string | null,
    as: "administrator" | "client" = "administrator",
    fromClientId = fixture.client.id,
  ) => {
    const [plan] = await fixture.readRows("select id from public.client_subscriptions");
    const response = await fixture.request(`/api/admin/subscriptions/${plan.id}/client`, {
      method: "PUT",
      as,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ fromClientId, clientId }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const readCheckouts = () =>
    fixture.readRows("select client_id, confirmed_at is not null as is_confirmed from public.plan_checkouts");

  const insertEnding = (status: "pending" | "done", connection: Pick<pg.Pool, "query"> = fixture.pool) =>
    connection.query(
      `insert into public.plan_endings (client_id, subscription_id, kind, status, merchant_id, created_by, finished_at)
       select client_id, id, 'keep', $1::text, 'merchant', $2, case when $1 = 'done' then now() end
         from public.client_subscriptions`,
      [status, fixture.adminId],
    );

  async function linkToWrongClient() {
    await fixture.openCheckout(0);
    await fixture.checkOut(0, OTHER_EMAIL);
    await link(await findUnmatchedId());
  }

  test("moves to another client with its invoices, and later invoices follow", async () => {
    const other = await createTestClient(fixture, { company: "Other", email: "other@example.com" });
    await linkToWrongClient();
    expect((await move(other.id, "client")).status).toBe(403);
    expect(await move(randomUUID())).toMatchObject({ status: 404, code: "unknown_client" });
    expect(await move(other.id)).toMatchObject({ status: 200 });
    await fixture.simulator.advanceClock(32 * 86_400_000);
    await fixture.receiveWebhooks();
    await fixture.sync();
    expect(await readPlans()).toMatchObject([{ client_id: other.id }]);
    const clients = await readInvoiceClients();
    expect(clients.length).toBeGreaterThan(1);
    expect(new Set(clients)).toEqual(new Set([other.id]));
    expect(await readCheckouts()).toEqual([{ client_id: fixture.client.id, is_confirmed: false }]);
    expect(
      await fixture.readRows(
        `select before ->> 'client_id' as before, after ->> 'client_id' as after from public.audit_log
          where table_name = 'client_subscriptions' and action = 'update' and after ? 'client_id'`,
      ),
    ).toContainEqual({ before: fixture.client.id, after: other.id });
  });

  test("returns to the plans without a client, and syncs keep it there", async () => {
    await linkToWrongClient();
    expect(await move(null)).toMatchObject({ status: 200 });
    // The payer is known before the next sync.
    expect(await readUnmatched()).toMatchObject([{ payer_name: "Ada M", payer_email: OTHER_EMAIL }]);
    await fixture.sync();
    expect(await readPlans()).toEqual([]);
    expect(await readUnmatched()).toMatchObject([{ payer_email: OTHER_EMAIL, status: "active" }]);
    expect(await readInvoiceClients()).toEqual([null]);
    expect(await readCheckouts()).toEqual([{ client_id: fixture.client.id, is_confirmed: false }]);
  });

  test("is not unlinked from another client than the administrator saw", async () => {
    const other = await createTestClient(fixture, { company: "Other", email: "other@example.com" });
    await linkToWrongClient();
    await move(other.id);
    // A tab that was opened before still shows the first client.
    expect(await move(null)).toMatchObject({ status: 409, code: "client_changed" });
    expect(await move(null, "administrator", "")).toMatchObject({ status: 400 });
    expect(await readPlans()).toMatchObject([{ client_id: other.id }]);
    expect(await move(null, "administrator", other.id)).toMatchObject({ status: 200 });
  });

  test("keeps the record of its finished endings when it is unlinked", async () => {
    await linkToWrongClient();
    await insertEnding("done");
    expect(await move(null)).toMatchObject({ status: 200 });
    expect(
      await fixture.readRows("select client_id, subscription_id, status from public.plan_endings"),
    ).toEqual([{ client_id: fixture.client.id, subscription_id: null, status: "done" }]);
  });

  test("is not unlinked while an ending is requested at the same time", async () => {
    await linkToWrongClient();
    const connection = await fixture.pool.connect();
    await connection.query("begin");
    await connection.query("select id from public.client_subscriptions for update");
    await insertEnding("pending", connection);
    const moved = move(null);
    await expect
      .poll(() =>
        fixture.readRows(
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1);
    await connection.query("commit");
    connection.release();
    expect(await moved).toMatchObject({ status: 409, code: "in_progress" });
    expect(await readPlans()).toHaveLength(1);
  });

  test("updates the flags for duplicate plans of both clients", async () => {
    const other = await createTestClient(fixture, { company: "Other", email: "other@example.com" });
    await linkToWrongClient();
    await fixture.pool.query(
      `insert into public.client_subscriptions (client_id, tier_id, status) values ($1, $2, 'past_due')`,
      [fixture.client.id, fixture.findTier(1).id],
    );
    expect(await fixture.readRows("select client_id from public.duplicate_plans")).toHaveLength(1);
    const [{ id }] = await fixture.readRows(
      "select id from public.client_subscriptions where linked_at is not null",
    );
    const response = await fixture.request(`/api/admin/subscriptions/${id}/client`, {
      method: "PUT",
      as: "administrator",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ fromClientId: fixture.client.id, clientId: other.id }),
    });
    expect(response.status).toBe(200);
    expect(await fixture.readRows("select client_id from public.duplicate_plans")).toEqual([]);
  });

  test("is not moved if Square assigned the client", async () => {
    await fixture.checkOut(0);
    expect(await move(null)).toMatchObject({ status: 409, code: "matched_by_sync" });
    expect(await readPlans()).toHaveLength(1);
  });
});
