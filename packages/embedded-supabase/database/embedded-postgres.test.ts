import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { isAnswering } from "./connection.ts";
import { aDirectory, killed, run, start, startElsewhere, up } from "./test-support/server-life.ts";

test("data outlives a stop and a second start; stopping twice is no error", async () => {
  const dataDir = await aDirectory();
  const first = await start(dataDir);
  await run(first.connection, "create table kept (n int); insert into kept values (7)");
  await first.stop();
  await first.stop();
  const second = await start(dataDir);
  expect((await run(second.connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
});

test("the login owns the database, is no superuser, and may act as the request roles", async () => {
  const { connection } = await start(await aDirectory());
  const { rows } = await run(
    connection,
    `select rolname as login, rolsuper, rolbypassrls, rolcreaterole, pg_has_role('service_role', 'member') as acts
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    { login: "app_owner", rolsuper: false, rolbypassrls: false, rolcreaterole: false, acts: true },
  ]);
});

test("strangers cannot enter the directory, and nothing listens on TCP", async () => {
  const dataDir = await aDirectory();
  const { superuser } = await start(dataDir);
  expect((await stat(join(dataDir, "database"))).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, "database/socket"))).mode & 0o777).toBe(0o700);
  expect((await run(superuser, "show listen_addresses")).rows).toEqual([{ listen_addresses: "" }]);
});

test("a data directory with a long path works", async () => {
  const dataDir = join(await aDirectory(), "long".repeat(30));
  const { connection } = await start(dataDir);
  expect(await isAnswering(connection)).toBe(true);
});

test("a second process is refused and told who holds the directory", async () => {
  const dataDir = await aDirectory();
  const other = startElsewhere(dataDir);
  await up(other);
  await expect(start(dataDir)).rejects.toThrow(
    `The data directory ${join(dataDir, "database")} is in use by process ${other.pid}.`,
  );
  await killed(other);
  // The refused start harmed nothing, and the killed one's server is taken over.
  expect(await isAnswering((await start(dataDir)).connection)).toBe(true);
});

test("a second start in the same process is refused too", async () => {
  const dataDir = await aDirectory();
  await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(`in use by process ${process.pid}`);
});

test("the server of a killed process is ended, and its acknowledged writes are there", async () => {
  const dataDir = await aDirectory();
  const other = startElsewhere(dataDir);
  await up(other);
  const reach = { host: join(dataDir, "database", "socket"), user: "app_owner", database: "app" };
  await run(reach, "create table kept (n int); insert into kept values (7)");
  await killed(other);
  const orphan = (await readFile(join(dataDir, "database/cluster/postmaster.pid"), "utf8")).split("\n")[0];
  const { connection, superuser } = await start(dataDir);
  expect((await run(connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
  const { rows } = await run(superuser, "select pg_read_file('postmaster.pid') as file");
  expect(rows[0].file.split("\n")[0]).not.toBe(orphan);
});

test("a process number that went to another program is left alone", async () => {
  const dataDir = await aDirectory();
  await (await start(dataDir)).stop();
  const bystander = spawn("sleep", ["60"]);
  onTestFinished(() => void bystander.kill());
  await writeFile(join(dataDir, "database/cluster/postmaster.pid"), `${bystander.pid}\n${dataDir}\n`);
  expect(await isAnswering((await start(dataDir)).connection)).toBe(true);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test("a kill while the cluster is being made leaves nothing half-made", async () => {
  const dataDir = await aDirectory();
  const folder = join(dataDir, "database");
  const other = startElsewhere(dataDir);
  await vi.waitUntil(
    async () =>
      existsSync(folder) && (await readdir(folder)).some((name) => name.startsWith("cluster.unfinished-")),
    { timeout: 10_000, interval: 5 },
  );
  await killed(other);
  expect(existsSync(join(folder, "cluster"))).toBe(false);
  expect(await isAnswering((await start(dataDir)).connection)).toBe(true);
});

test("a server that is killed under us comes back by itself", async () => {
  const dataDir = await aDirectory();
  const { connection, clusterDirectory } = await start(dataDir);
  const pid = Number((await readFile(join(clusterDirectory, "postmaster.pid"), "utf8")).split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await vi.waitUntil(async () => !(await isAnswering(connection)), { interval: 5 });
  await vi.waitUntil(() => isAnswering(connection), { timeout: 10_000, interval: 20 });
});

test("a cluster of another PostgreSQL version is refused with the reason", async () => {
  const dataDir = await aDirectory();
  await mkdir(join(dataDir, "database/cluster"), { recursive: true });
  await writeFile(join(dataDir, "database/cluster/PG_VERSION"), "12\n");
  await expect(start(dataDir)).rejects.toThrow("was made by PostgreSQL 12 and this is PostgreSQL 18");
});

test("a server that cannot start is told in one line, and frees the directory", async () => {
  const dataDir = await aDirectory();
  await (await start(dataDir)).stop();
  await expect(start(dataDir, { settings: { wal_level: "nonsense" } })).rejects.toThrow(
    /^PostgreSQL does not start: .*wal_level/,
  );
  expect(await isAnswering((await start(dataDir)).connection)).toBe(true);
});
