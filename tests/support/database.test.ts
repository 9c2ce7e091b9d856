import { expect, test } from "vitest";
import { aDatabase } from "./database.ts";

test("each database starts migrated and empty, and knows nothing of the others", async () => {
  const [one, other] = await Promise.all([aDatabase(), aDatabase()]);
  await one.pool.query("insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.com')");
  const { rows } = await other.pool.query(
    "select count(*)::int as users, current_user as login from auth.users",
  );
  expect(rows).toEqual([{ users: 0, login: "app_owner" }]);
});
