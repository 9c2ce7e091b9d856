import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrateBackend, prepareRoles, startEmbeddedPostgres } from "@wardline/embedded-supabase/database";
import { createUserWithApp } from "@wardline/embedded-supabase/test-support/second-factor";
import { createTestUser, startTestBackend } from "@wardline/embedded-supabase/test-support/test-backend";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAdministrator } from "#tests/support/records/administrator.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the command and returns its exit code, and stdout and stderr as `output`. */
function unlock(env: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/admin-unlock.ts", ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: (stdout + stderr).trim() }),
    );
  });
}

const toDatabaseEnv = ({ connection }: TestDatabase) => ({
  DATABASE_URL: `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
});

describe("npm run admin:unlock", () => {
  test("unlocks a rate-limited administrator who lost the authenticator app", async () => {
    const database = await createTestDatabase();
    const backend = await startTestBackend(database);
    onTestFinished(() => backend.close());
    const { user, client } = await createUserWithApp(backend, { role: "admin" });
    const signIn = (password: string) =>
      backend.client().auth.signInWithPassword({ email: user.email, password });
    for (let count = 0; count < 20; count += 1) {
      await signIn("wrong password");
    }
    expect((await signIn(user.password)).error?.status).toBe(429);

    const result = await unlock(toDatabaseEnv(database), user.email.toUpperCase());
    expect(result).toEqual({
      code: 0,
      output: `${user.email} can sign in with the password only. Removed 1 second factor, ended all sessions and reset the failed attempts.`,
    });
    const { data, error } = await signIn(user.password);
    expect(error).toBeNull();
    expect(data.user?.factors).toBeUndefined();
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test("rejects accounts that are not administrators", async () => {
    const database = await createTestDatabase();
    const backend = await startTestBackend(database);
    onTestFinished(() => backend.close());
    const { user, app } = await createUserWithApp(backend, { role: "client" });
    const otherUser = await createTestUser(backend);
    for (const email of [user.email, otherUser.email, "unknown@example.com"]) {
      const result = await unlock(toDatabaseEnv(database), email);
      expect(result).toEqual({
        code: 1,
        output: `There is no administrator with the email address ${email}.`,
      });
    }
    const { rows } = await database.pool.query("select id from auth.mfa_factors");
    expect(rows).toEqual([{ id: app.factorId }]);
  });

  test("unlocks an administrator whether or not the embedded database is running", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "unlock-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
    onTestFinished(() => postgres.stop());
    const pool = new pg.Pool(postgres.connection);
    pool.on("error", () => {});
    await prepareRoles(pool);
    await migrateBackend(pool);
    const [first, second] = [
      await createAdministrator({ pool }, { secondFactor: true }),
      await createAdministrator({ pool }, { secondFactor: true }),
    ];
    expect(await unlock({ DATA_DIR: dataDir }, first.email)).toMatchObject({ code: 0 });
    const { rows } = await pool.query("select user_id from auth.mfa_factors");
    expect(rows).toEqual([{ user_id: second.userId }]);

    await pool.end();
    await postgres.stop();
    expect((await unlock({ DATA_DIR: dataDir }, second.email)).output).toContain("Removed 1 second factor,");
    expect((await unlock({ DATA_DIR: dataDir }, second.email)).output).toContain("Removed 0 second factors,");
  });

  test("reports missing arguments and invalid configuration in one line", async () => {
    const missingDataDir = join(tmpdir(), "no-such-data");
    const results = [
      await unlock({ DATA_DIR: missingDataDir }),
      await unlock({ DATA_DIR: missingDataDir }, "admin@example.com"),
      await unlock({ DATABASE_URL: "postgres://127.0.0.1:1/none" }, "admin@example.com"),
      await unlock({ DATABASE_URL: "nonsense" }, "admin@example.com"),
    ];
    expect(results).toEqual([
      { code: 1, output: "Usage: npm run admin:unlock -- EMAIL" },
      { code: 1, output: `There is no database in ${missingDataDir}. Check DATA_DIR.` },
      { code: 1, output: expect.stringMatching(/^DATABASE_URL: the database cannot be reached \(.+\)$/) },
      { code: 1, output: "DATABASE_URL: must start with postgres://" },
    ]);
  });
});
