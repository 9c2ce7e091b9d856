import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let database: TestDatabase;
let client: TestClient;
let otherClient: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database);
  otherClient = await createTestClient(database);
});

const INSERT_BOOKINGS = `insert into public.service_bookings
                (client_id, kind, service_type, preferred_start_date, project_description)
              select $1, $2, 'Audit', '2026-12-01', 'Full review' from generate_series(1, $3::integer)`;

/** Inserts bookings as the client, and rolls them back. */
const insertBookings = (caller: TestClient, ...requests: [kind: "booking" | "quote", count: number][]) =>
  runAs(database.pool, toCaller(caller), async (connection) => {
    for (const [kind, count] of requests) {
      await connection.query(INSERT_BOOKINGS, [caller.id, kind, count]);
    }
  });

describe("the booking limit", () => {
  test("rejects the 21st booking or quote within an hour", async () => {
    await insertBookings(client, ["booking", 10], ["quote", 10]);
    await expect(
      insertBookings(client, ["booking", 10], ["quote", 10], ["booking", 1]),
    ).rejects.toMatchObject({
      code: "PT429",
    });
  });

  test("applies to each client separately and resets after an hour", async () => {
    await database.pool.query(INSERT_BOOKINGS, [client.id, "booking", 20]);
    await expect(insertBookings(client, ["booking", 1])).rejects.toMatchObject({ code: "PT429" });
    await insertBookings(otherClient, ["booking", 1]);
    await database.pool.query(
      "update public.service_bookings set created_at = now() - interval '61 minutes'",
    );
    await insertBookings(client, ["booking", 20]);
  });
});
