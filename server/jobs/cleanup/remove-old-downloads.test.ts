import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createRemoveOldDownloadsJob } from "./remove-old-downloads.ts";

test("keeps download records for exactly 24 months", async () => {
  const database = await createTestDatabase();
  const { id } = await createTestClient(database);
  const now = new Date("2026-06-15T12:00:00Z");
  for (const [name, at] of [
    ["kept.pdf", "2024-06-15T12:00:00Z"],
    ["expired.pdf", "2024-06-15T11:59:59Z"],
  ]) {
    await database.pool.query(
      `insert into public.document_downloads (client_id, document_name, user_role, downloaded_at)
       values ($1, $2, 'client', $3)`,
      [id, name, at],
    );
  }
  await createRemoveOldDownloadsJob({ database: createDatabase(database.pool), now: () => now })({});
  const { rows } = await database.pool.query("select document_name from public.document_downloads");
  expect(rows).toEqual([{ document_name: "kept.pdf" }]);
});
