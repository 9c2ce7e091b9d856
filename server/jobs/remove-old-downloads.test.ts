import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { aClient } from "#tests/support/a-client.ts";
import { aDatabase } from "#tests/support/database.ts";
import { removeOldDownloads } from "./remove-old-downloads.ts";

test("a download is remembered for 24 months, to the day", async () => {
  const database = await aDatabase();
  const { id } = await aClient(database);
  const now = new Date("2026-06-15T12:00:00Z");
  for (const [name, at] of [
    ["kept.pdf", "2024-06-15T12:00:00Z"],
    ["forgotten.pdf", "2024-06-15T11:59:59Z"],
  ])
    await database.pool.query(
      `insert into public.document_downloads (client_id, document_name, by_role, downloaded_at)
       values ($1, $2, 'client', $3)`,
      [id, name, at],
    );
  await removeOldDownloads({ database: createDatabase(database.pool), now: () => now })({});
  const { rows } = await database.pool.query("select document_name from public.document_downloads");
  expect(rows).toEqual([{ document_name: "kept.pdf" }]);
});
