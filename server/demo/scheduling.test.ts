import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { insertBookings } from "#server/demo/bookings.ts";
import { insertScheduling } from "#server/demo/scheduling.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";

const MONDAY = Date.parse("2026-11-23T03:00:00Z");
const DAY_MS = 86_400_000;

test("schedules all meetings and consultations within the office hours, on whichever day the demo starts", async () => {
  const { pool } = await createTestDatabase();
  for (const company of ["Meridian Health Systems", "Calder & Finch Capital", "Northgate Logistics"]) {
    await createTestClient({ pool }, { company });
  }
  for (let day = 0; day < 7; day += 1) {
    const now = new Date(MONDAY + day * DAY_MS);
    await pool.query("delete from public.service_bookings; delete from public.consultations");
    await pool.query("delete from public.consultation_hosts; delete from public.availability_overrides");
    await createDatabase(pool).bypassPolicies({ reason: "load demo data" }, async (query) => {
      await insertBookings(query, now);
      await insertScheduling(query, now);
    });
    const { rows } = await pool.query<{ starts_at: string; is_in_hours: boolean }>(
      `select planned.starts_at::text,
              extract(isodow from local.time) <= 5
                and (extract(hour from local.time) in (9, 10, 11, 13, 14, 15, 16)) as is_in_hours
         from (select starts_at from public.consultations
               union all select scheduled_at from public.service_bookings where scheduled_at is not null
               union all select preferred_start_date + time '15:00' from public.service_bookings
               union all select date + time '15:00' from public.availability_overrides) as planned (starts_at),
              lateral (select planned.starts_at at time zone 'America/New_York') as local (time)`,
    );
    expect(rows).toHaveLength(9);
    expect(rows.filter(({ is_in_hours }) => !is_in_hours)).toEqual([]);
  }
});
