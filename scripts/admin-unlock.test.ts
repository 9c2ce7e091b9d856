import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrateBackend, prepareRoles, startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aBackend, aPerson } from "#tests/support/contract.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { aPersonWithApp } from "#tests/support/second-factor.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The command as people run it; `said` is what it wrote to either stream. */
function unlock(env: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ["scripts/admin-unlock.ts", ...words],
      { cwd: root, env: { PATH: process.env.PATH, ...env } },
      (_, stdout, stderr) => done({ code: child.exitCode ?? -1, said: (stdout + stderr).trim() }),
    );
  });
}

const addressOf = ({ connection }: TestDatabase) => ({
  DATABASE_URL: `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
});

describe("npm run admin:unlock", () => {
  test("lets an administrator in who lost the app and is locked out by wrong passwords", async () => {
    const database = await aDatabase();
    const backend = await aBackend(database);
    onTestFinished(() => backend.close());
    const { person, client } = await aPersonWithApp(backend, { role: "admin" });
    const attempt = (password: string) =>
      backend.client().auth.signInWithPassword({ email: person.email, password });
    for (let tries = 0; tries < 20; tries += 1) await attempt("wrong password");
    expect((await attempt(person.password)).error?.status).toBe(429);

    const answer = await unlock(addressOf(database), person.email.toUpperCase());
    expect(answer).toEqual({
      code: 0,
      said: `${person.email} can sign in with the password alone: 1 second factor removed, sessions ended, failed tries forgotten.`,
    });
    const { data, error } = await attempt(person.password);
    expect(error).toBeNull();
    expect(data.user?.factors).toBeUndefined();
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test("leaves everybody else alone, in one line", async () => {
    const database = await aDatabase();
    const backend = await aBackend(database);
    onTestFinished(() => backend.close());
    const { person, app } = await aPersonWithApp(backend, { role: "client" });
    const other = await aPerson(backend);
    for (const email of [person.email, other.email, "nobody@example.com"]) {
      const answer = await unlock(addressOf(database), email);
      expect(answer).toEqual({ code: 1, said: `There is no administrator with the address ${email}.` });
    }
    const { rows } = await database.pool.query("select id from auth.mfa_factors");
    expect(rows).toEqual([{ id: app.factorId }]);
  });

  test("works on the embedded database while the product runs it, and when nobody does", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "unlock-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
    onTestFinished(() => postgres.stop());
    const pool = new pg.Pool(postgres.connection);
    pool.on("error", () => {});
    await prepareRoles(pool);
    await migrateBackend(pool);
    const [one, other] = [
      await anAdministrator({ pool }, { secondFactor: true }),
      await anAdministrator({ pool }, { secondFactor: true }),
    ];
    expect(await unlock({ DATA_DIR: dataDir }, one.email)).toMatchObject({ code: 0 });
    const { rows } = await pool.query("select user_id from auth.mfa_factors");
    expect(rows).toEqual([{ user_id: other.userId }]);

    await pool.end();
    await postgres.stop();
    expect((await unlock({ DATA_DIR: dataDir }, other.email)).said).toContain("1 second factor removed");
    expect((await unlock({ DATA_DIR: dataDir }, other.email)).said).toContain("0 second factors removed");
  });

  test("says in one line what is missing", async () => {
    const nowhere = join(tmpdir(), "no-such-data");
    const lines = [
      await unlock({ DATA_DIR: nowhere }),
      await unlock({ DATA_DIR: nowhere }, "admin@example.com"),
      await unlock({ DATABASE_URL: "postgres://127.0.0.1:1/none" }, "admin@example.com"),
      await unlock({ DATABASE_URL: "nonsense" }, "admin@example.com"),
    ];
    expect(lines).toEqual([
      { code: 1, said: "Usage: npm run admin:unlock -- EMAIL" },
      { code: 1, said: `There is no database in ${nowhere}: is DATA_DIR right?` },
      { code: 1, said: expect.stringMatching(/^DATABASE_URL: the database cannot be reached \(.+\)$/) },
      { code: 1, said: "DATABASE_URL: must begin with postgres://" },
    ]);
  });
});
