import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { recordHostedSignIns } from "#server/hosted-sign-ins.ts";
import { createLog } from "#server/log.ts";
import { aDatabase } from "#tests/support/database.ts";

const silent = createLog("silent");

async function aProject() {
  const { pool, connection } = await aDatabase();
  const { rows } = await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@client.example', '{}', '{}') returning id`,
  );
  return {
    pool,
    connection,
    signIn: () =>
      pool.query(
        "insert into auth.sessions (id, user_id, created_at, updated_at, ip) values (gen_random_uuid(), $1, now(), now(), '198.51.100.7')",
        [rows[0].id],
      ),
    async recorded() {
      const attempts = await pool.query("select email, outcome, address from private.sign_in_attempts");
      return attempts.rows;
    },
    /** Which versions of their rows the function and the trigger are. */
    async written() {
      const versions = await pool.query(
        `select (select xmin from pg_proc where oid = to_regprocedure('private.record_sign_in()')) as function,
                (select xmin from pg_trigger where tgname = 'sign_in_is_recorded') as trigger`,
      );
      return versions.rows[0];
    },
  };
}

const ADA = { email: "ada@client.example", outcome: "succeeded", address: "198.51.100.7" };

test("a session that begins is a sign-in on record, however many processes start at once", async () => {
  const { pool, signIn, recorded } = await aProject();
  await Promise.all([1, 2, 3].map(() => recordHostedSignIns(pool, silent)));
  await signIn();
  expect(await recorded()).toEqual([ADA]);
});

test("what is up to date is not touched by the next start", async () => {
  const { pool, written } = await aProject();
  await recordHostedSignIns(pool, silent);
  const before = await written();
  expect(before.function).toBeTruthy();
  await recordHostedSignIns(pool, silent);
  expect(await written()).toEqual(before);
});

test("what an earlier version of the product put there is brought up to date", async () => {
  const { pool, signIn, recorded } = await aProject();
  await pool.query(`
    create function private.record_sign_in() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger sign_in_is_recorded after delete on auth.sessions
      for each row execute function private.record_sign_in()`);
  await recordHostedSignIns(pool, silent);
  await signIn();
  expect(await recorded()).toEqual([ADA]);
  const { rows } = await pool.query(
    "select has_function_privilege('public', 'private.record_sign_in()', 'execute') as open",
  );
  expect(rows).toEqual([{ open: false }]);
});

test("a project that does not allow it is told of in the log, and the start goes on", async () => {
  const { connection } = await aProject();
  const stranger = new pg.Pool({ ...connection, max: 1 });
  // Still closing when the database is dropped, its connection is told so; nobody waits for it.
  stranger.on("error", () => {});
  onTestFinished(() => stranger.end());
  await stranger.query("set role authenticated");
  const lines: string[] = [];
  await recordHostedSignIns(
    stranger,
    createLog("info", (line) => lines.push(line)),
  );
  expect(lines.join()).toContain("sign-ins cannot be recorded here");
});
