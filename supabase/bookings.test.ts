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

describe("the time of the approval", () => {
  const OLD = "2026-01-02T03:04:05Z";
  const insertApproved = (status: string) =>
    database.pool.query<{ id: string; approved_at: Date | null }>(
      `insert into public.service_bookings
         (client_id, service_type, preferred_start_date, project_description, status, scheduled_at)
       values ($1, 'Audit', '2026-12-01', 'Full review', $2, '2026-12-02T10:00:00Z') returning id, approved_at`,
      [client.id, status],
    );
  const update = async (id: string, assignments: string) => {
    const { rows } = await database.pool.query<{ approved_at: Date | null }>(
      `update public.service_bookings set ${assignments} where id = $1 returning approved_at`,
      [id],
    );
    return rows[0]?.approved_at;
  };

  test("is stored when a booking is created as approved or is approved later", async () => {
    const { rows: approved } = await insertApproved("approved");
    expect(approved[0]?.approved_at).toBeInstanceOf(Date);
    const { rows: pending } = await insertApproved("pending");
    expect(pending[0]?.approved_at).toBeNull();
    expect(await update(pending[0]?.id ?? "", "status = 'approved'")).toBeInstanceOf(Date);
  });

  test.each([
    ["another time", "scheduled_at = '2026-12-03T10:00:00Z'", true],
    ["the same time and status", "scheduled_at = scheduled_at, status = 'approved'", false],
    ["a proposed time", "proposed_at = '2026-12-03T10:00:00Z', proposal_made_at = now()", false],
    ["a withdrawn proposal", "proposed_at = null, proposal_withdrawn_at = now()", false],
    ["a link", "meeting_url = 'https://meet.example.com/1'", false],
    ["a cancellation", "status = 'cancelled'", false],
  ])("after %s", async (_, assignments, isNew) => {
    const { rows } = await insertApproved("approved");
    const id = rows[0]?.id ?? "";
    await update(id, `approved_at = '${OLD}'`);
    const approvedAt = await update(id, assignments);
    expect(approvedAt).toBeInstanceOf(Date);
    expect(approvedAt?.toISOString() !== new Date(OLD).toISOString()).toBe(isNew);
  });
});
