import { readFile } from "node:fs/promises";
import {
  createDatabaseForThisRun,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, expect, test } from "vitest";
import { beginAs, toCaller } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";

const CORRECTION = new URL("migrations/20261125022000_linked_by_administrators.sql", import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabaseForThisRun();
});

/** Links a plan without a client as an administrator. */
async function link(subscriptionId: string, clientId: string): Promise<void> {
  const administrator = toCaller(await createAdministrator(database));
  const connection = await database.pool.connect();
  try {
    await beginAs(connection, administrator);
    await connection.query("select endpoints.link_unmatched_subscription($1, $2)", [
      subscriptionId,
      clientId,
    ]);
    await connection.query("commit");
  } finally {
    connection.release();
  }
}

test("only subscriptions that an administrator linked count as linked after the correction", async () => {
  const client = await createTestClient(database);
  const tier = await insertRow(database, "subscription_tiers", { tier_name: "Watch", monthly_price: 950 });
  const plan = { tier_id: tier.id, square_status: "ACTIVE", square_version: 1 };
  const unmatched = await insertRow(database, "unmatched_subscriptions", {
    ...{ ...plan, square_subscription_id: "linked", status: "paused" },
  });
  await link(unmatched.id, client.id);
  // A sync stored this one. One of its invoices was assigned manually.
  await insertRow(database, "client_subscriptions", {
    ...{ ...plan, square_subscription_id: "matched", client_id: client.id, status: "paused" },
  });
  await database.pool.query("update public.client_subscriptions set linked_at = created_at");
  await database.pool.query(await readFile(CORRECTION, "utf8"));
  const { rows } = await database.pool.query(
    `select square_subscription_id as id, linked_at is not null as "isLinked"
       from public.client_subscriptions order by 1`,
  );
  expect(rows).toEqual([
    { id: "linked", isLinked: true },
    { id: "matched", isLinked: false },
  ]);
});
