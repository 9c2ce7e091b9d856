import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase } from "#tests/support/database.ts";

const REFUSED = "the last administrator cannot be removed";
let pool: pg.Pool;
let first: Account;
beforeEach(async () => {
  const database = await aDatabase();
  ({ pool } = database);
  first = await anAdministrator(database);
});

const WAYS_OUT = [
  ["deleted", "delete from auth.users where id = $1"],
  ["softly deleted", "update auth.users set deleted_at = now() where id = $1"],
  ["banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ["made a client", `update auth.users set raw_app_meta_data = '{"role": "client"}' where id = $1`],
  ["unconfirmed", "update auth.users set email_confirmed_at = null where id = $1"],
] as const;

describe.each(WAYS_OUT)("the last administrator cannot be %s", (_, statement) => {
  test("alone, nor beside one who was only invited or is banned", async () => {
    await expect(pool.query(statement, [first.userId])).rejects.toThrow(REFUSED);
    const invited = await anAdministrator({ pool });
    await pool.query("update auth.users set email_confirmed_at = null where id = $1", [invited.userId]);
    await expect(pool.query(statement, [first.userId])).rejects.toThrow(REFUSED);
    const banned = await anAdministrator({ pool });
    await pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      banned.userId,
    ]);
    await expect(pool.query(statement, [first.userId])).rejects.toThrow(REFUSED);
    // Whoever could not let anybody in may go.
    await pool.query("delete from auth.users where id in ($1, $2)", [invited.userId, banned.userId]);
  });

  test("while another one stays, anybody else can", async () => {
    await anAdministrator({ pool });
    expect((await pool.query(statement, [first.userId])).rowCount).toBe(1);
  });
});

test("of two who are removed at the same time one stays", async () => {
  const second = await anAdministrator({ pool });
  const [one, other] = [await pool.connect(), await pool.connect()];
  const remove = "delete from auth.users where id = $1";
  try {
    await one.query("begin");
    await one.query(remove, [first.userId]);
    const refused = expect(other.query(remove, [second.userId])).rejects.toThrow(REFUSED);
    await one.query("commit");
    await refused;
  } finally {
    one.release();
    other.release();
  }
});

test("an administrator's own changes pass", async () => {
  const { rowCount } = await pool.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"team": "desk"}', email_confirmed_at = now()
      where id = $1`,
    [first.userId],
  );
  expect(rowCount).toBe(1);
});
