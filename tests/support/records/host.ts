import { randomUUID } from "node:crypto";
import type { Tables, TablesInsert } from "#supabase/database.types.ts";
import { type DatabaseFixture, insertRow } from "./insert-row.ts";

/** Inserts a host, and opens the firm from 9:00 to 17:00 UTC every day, without buffers or notice. */
export async function createHost(
  database: DatabaseFixture,
  columns: Partial<TablesInsert<"consultation_hosts">> = {},
): Promise<Tables<"consultation_hosts">> {
  await database.pool.query("update public.availability_hours set hours = '{[540,1020)}'");
  await database.pool.query(
    "update public.scheduling_settings set time_zone = 'UTC', notice_minutes = 0, buffer_after_minutes = 0",
  );
  return insertRow(database, "consultation_hosts", {
    name: "Maya Okafor",
    email: `${randomUUID()}@firm.example`,
    meeting_url: "https://meet.firm.example/maya",
    ...columns,
  });
}
