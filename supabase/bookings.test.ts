import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database);
  other = await aClient(database);
});

const BOOK = `insert into public.service_bookings
                (client_id, kind, service_type, preferred_start_date, project_description)
              select $1, $2, 'Audit', '2026-12-01', 'All of it' from generate_series(1, $3::integer)`;

/** Books as the client; what was done is undone afterwards. */
const book = (who: TestClient, ...requests: [kind: "booking" | "quote", count: number][]) =>
  actingAs(database.pool, callerOf(who), async (connection) => {
    for (const [kind, count] of requests) await connection.query(BOOK, [who.id, kind, count]);
  });

describe("a booking", () => {
  test("is one of twenty an hour at most, quotes among them", async () => {
    await book(client, ["booking", 10], ["quote", 10]);
    await expect(book(client, ["booking", 10], ["quote", 10], ["booking", 1])).rejects.toMatchObject({
      code: "PT429",
    });
  });

  test("does not count against another client, nor after an hour", async () => {
    await database.pool.query(BOOK, [client.id, "booking", 20]);
    await expect(book(client, ["booking", 1])).rejects.toMatchObject({ code: "PT429" });
    await book(other, ["booking", 1]);
    await database.pool.query(
      "update public.service_bookings set created_at = now() - interval '61 minutes'",
    );
    await book(client, ["booking", 20]);
  });
});
