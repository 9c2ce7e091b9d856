import { expect, test } from "vitest";
import { createTestDatabase } from "./test-database.ts";

test("creates migrated, empty databases that are isolated from each other", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await first.pool.query("insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.com')");
  const { rows } = await second.pool.query(
    "select count(*)::int as users, current_user as login from auth.users",
  );
  expect(rows).toEqual([{ users: 0, login: "app_owner" }]);
});
