import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";

const ERROR_MESSAGE = "the last administrator cannot be removed";
let pool: pg.Pool;
let administrator: Account;
beforeEach(async () => {
  const database = await createTestDatabase();
  ({ pool } = database);
  administrator = await createAdministrator(database);
});

const REMOVALS = [
  ["deleted", "delete from auth.users where id = $1"],
  ["soft-deleted", "update auth.users set deleted_at = now() where id = $1"],
  ["banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ["demoted to client", `update auth.users set raw_app_meta_data = '{"role": "client"}' where id = $1`],
  ["unconfirmed", "update auth.users set email_confirmed_at = null where id = $1"],
] as const;

describe.each(REMOVALS)("the last administrator cannot be %s", (_, statement) => {
  test("if the others are only invited or banned", async () => {
    await expect(pool.query(statement, [administrator.userId])).rejects.toThrow(ERROR_MESSAGE);
    const invited = await createAdministrator({ pool });
    await pool.query("update auth.users set email_confirmed_at = null where id = $1", [invited.userId]);
    await expect(pool.query(statement, [administrator.userId])).rejects.toThrow(ERROR_MESSAGE);
    const banned = await createAdministrator({ pool });
    await pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      banned.userId,
    ]);
    await expect(pool.query(statement, [administrator.userId])).rejects.toThrow(ERROR_MESSAGE);
    // Administrators who cannot sign in can be removed.
    await pool.query("delete from auth.users where id in ($1, $2)", [invited.userId, banned.userId]);
  });

  test("unless another active administrator remains", async () => {
    await createAdministrator({ pool });
    expect((await pool.query(statement, [administrator.userId])).rowCount).toBe(1);
  });
});

test("two administrators cannot be removed concurrently", async () => {
  const second = await createAdministrator({ pool });
  const [one, other] = [await pool.connect(), await pool.connect()];
  const deleteStatement = "delete from auth.users where id = $1";
  try {
    await one.query("begin");
    await one.query(deleteStatement, [administrator.userId]);
    const rejection = expect(other.query(deleteStatement, [second.userId])).rejects.toThrow(ERROR_MESSAGE);
    await one.query("commit");
    await rejection;
  } finally {
    one.release();
    other.release();
  }
});

test("the last administrator's other account data can be changed", async () => {
  const { rowCount } = await pool.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"team": "desk"}', email_confirmed_at = now()
      where id = $1`,
    [administrator.userId],
  );
  expect(rowCount).toBe(1);
});
