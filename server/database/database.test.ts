import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";

test("sets the actor and the reason for one transaction, and waits for the disk unless the work is repeatable", async () => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  // The test database never waits for the disk. The transactions below reuse this connection.
  await pool.query("set synchronous_commit = on");
  await database.bypassPolicies(
    { reason: "it's a test", actor: "o'neil", isRepeatable: true },
    async (query) => {
      const rows = await query.dynamic(
        "select current_setting('app.actor') as actor, current_setting('app.reason') as reason, current_setting('synchronous_commit') as commit",
        [],
      );
      expect(rows).toEqual([{ actor: "o'neil", reason: "it's a test", commit: "off" }]);
    },
  );
  await database.bypassPolicies({ reason: "another test" }, async (query) => {
    const rows = await query.dynamic(
      "select current_setting('app.actor') as actor, current_setting('synchronous_commit') <> 'off' as waits",
      [],
    );
    expect(rows).toEqual([{ actor: "", waits: true }]);
  });
});
