import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { acceptsConnections } from "./connection.ts";
import {
  createTestDirectory,
  kill,
  runQuery,
  startInChildProcess,
  startTestServer,
  waitUntilReady,
} from "./test-support/postgres-server.ts";

test("keeps data across restarts, and stop is idempotent", async () => {
  const dataDir = await createTestDirectory();
  const first = await startTestServer(dataDir);
  await runQuery(first.connection, "create table numbers (n int); insert into numbers values (7)");
  await first.stop();
  await first.stop();
  const second = await startTestServer(dataDir);
  expect((await runQuery(second.connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
});

test("the login is a member of the request roles and not a superuser", async () => {
  const { connection } = await startTestServer(await createTestDirectory());
  const { rows } = await runQuery(
    connection,
    `select rolname as login, rolsuper, rolbypassrls, rolcreaterole, pg_has_role('service_role', 'member') as can_act
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    { login: "app_owner", rolsuper: false, rolbypassrls: false, rolcreaterole: false, can_act: true },
  ]);
});

test("other accounts cannot enter the directory, and the server does not listen on TCP", async () => {
  const dataDir = await createTestDirectory();
  const { superuser } = await startTestServer(dataDir);
  expect((await stat(join(dataDir, "database"))).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, "database/socket"))).mode & 0o777).toBe(0o700);
  expect((await runQuery(superuser, "show listen_addresses")).rows).toEqual([{ listen_addresses: "" }]);
});

test("supports a data directory with a long path", async () => {
  const dataDir = join(await createTestDirectory(), "long".repeat(30));
  const { connection } = await startTestServer(dataDir);
  expect(await acceptsConnections(connection)).toBe(true);
});

test("rejects a second process and names the process that uses the directory", async () => {
  const dataDir = await createTestDirectory();
  const otherProcess = startInChildProcess(dataDir);
  await waitUntilReady(otherProcess);
  await expect(startTestServer(dataDir)).rejects.toThrow(
    `The data directory ${join(dataDir, "database")} is in use by process ${otherProcess.pid}.`,
  );
  await kill(otherProcess);
  // The rejected start changed nothing, and the next start stops the orphaned server.
  expect(await acceptsConnections((await startTestServer(dataDir)).connection)).toBe(true);
});

test("rejects a second start in the same process", async () => {
  const dataDir = await createTestDirectory();
  await startTestServer(dataDir);
  await expect(startTestServer(dataDir)).rejects.toThrow(`in use by process ${process.pid}`);
});

test("stops the server of a killed process and keeps its committed writes", async () => {
  const dataDir = await createTestDirectory();
  const otherProcess = startInChildProcess(dataDir);
  await waitUntilReady(otherProcess);
  const address = { host: join(dataDir, "database", "socket"), user: "app_owner", database: "app" };
  await runQuery(address, "create table numbers (n int); insert into numbers values (7)");
  await kill(otherProcess);
  const orphanPid = (await readFile(join(dataDir, "database/cluster/postmaster.pid"), "utf8")).split("\n")[0];
  const { connection, superuser } = await startTestServer(dataDir);
  expect((await runQuery(connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
  const { rows } = await runQuery(superuser, "select pg_read_file('postmaster.pid') as file");
  expect(rows[0].file.split("\n")[0]).not.toBe(orphanPid);
});

test("does not stop another program that reuses the process id", async () => {
  const dataDir = await createTestDirectory();
  await (await startTestServer(dataDir)).stop();
  const otherProcess = spawn("sleep", ["60"]);
  onTestFinished(() => void otherProcess.kill());
  await writeFile(join(dataDir, "database/cluster/postmaster.pid"), `${otherProcess.pid}\n${dataDir}\n`);
  expect(await acceptsConnections((await startTestServer(dataDir)).connection)).toBe(true);
  expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull();
});

test("leaves no partial cluster if the process is killed during cluster creation", async () => {
  const dataDir = await createTestDirectory();
  const directory = join(dataDir, "database");
  const otherProcess = startInChildProcess(dataDir);
  await vi.waitUntil(
    async () =>
      existsSync(directory) &&
      (await readdir(directory)).some((name) => name.startsWith("cluster.unfinished-")),
    { timeout: 10_000, interval: 5 },
  );
  await kill(otherProcess);
  expect(existsSync(join(directory, "cluster"))).toBe(false);
  expect(await acceptsConnections((await startTestServer(dataDir)).connection)).toBe(true);
});

test("restarts a killed server", async () => {
  const dataDir = await createTestDirectory();
  const { connection, clusterDirectory } = await startTestServer(dataDir);
  const pid = Number((await readFile(join(clusterDirectory, "postmaster.pid"), "utf8")).split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await vi.waitUntil(async () => !(await acceptsConnections(connection)), { interval: 5 });
  await vi.waitUntil(() => acceptsConnections(connection), { timeout: 10_000, interval: 20 });
});

test("rejects a cluster from another PostgreSQL version", async () => {
  const dataDir = await createTestDirectory();
  await mkdir(join(dataDir, "database/cluster"), { recursive: true });
  await writeFile(join(dataDir, "database/cluster/PG_VERSION"), "12\n");
  await expect(startTestServer(dataDir)).rejects.toThrow(
    "was created by PostgreSQL 12, but this is PostgreSQL 18",
  );
});

test("reports a failed start in one line and unlocks the directory", async () => {
  const dataDir = await createTestDirectory();
  await (await startTestServer(dataDir)).stop();
  await expect(startTestServer(dataDir, { settings: { wal_level: "nonsense" } })).rejects.toThrow(
    /^PostgreSQL failed to start: .*wal_level/,
  );
  expect(await acceptsConnections((await startTestServer(dataDir)).connection)).toBe(true);
});
