import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test as anyonesTest, expect } from "vitest";
import { existingAccount } from "./account.ts";
import { isAnswering } from "./connection.ts";
import { installedBinaries, type PostgresBinaries, packageFolderOf } from "./postgres-binaries.ts";
import { aDirectory, killed, run, start, startElsewhere, up } from "./test-support/server-life.ts";

// Only root has to, and can, run PostgreSQL as someone else.
const isRoot = process.getuid?.() === 0;
const test = anyonesTest.skipIf(!isRoot);
const hasNamespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
const testWithNamespaces = anyonesTest.skipIf(!isRoot || !hasNamespaces);

/** A data directory beneath one that everybody may enter, or nobody but root; and somewhere for what lies outside. */
async function aWorld(parent: "open" | "shut") {
  const directory = await aDirectory();
  const above = join(directory, "home");
  await mkdir(above);
  await chmod(above, parent === "open" ? 0o755 : 0o700);
  return { above, dataDir: join(above, "data"), asAccount: { base: join(directory, "outside") } };
}

async function programsIn(folder: string): Promise<PostgresBinaries> {
  const installed = await installedBinaries();
  const original = packageFolderOf(installed);
  await cp(original, join(folder, "package"), { recursive: true, verbatimSymlinks: true });
  return {
    postgres: join(folder, "package", relative(original, installed.postgres)),
    initdb: join(folder, "package", relative(original, installed.initdb)),
  };
}

const ownerOf = async (path: string) => (await stat(path)).uid;

const serverNumber = async (cluster: string) =>
  Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);

test("the server is an unprivileged account's, who gets to the cluster and to nothing else", async () => {
  const { dataDir, asAccount } = await aWorld("open");
  const { connection, superuser, clusterDirectory } = await start(dataDir, { asAccount });
  expect(await isAnswering(connection)).toBe(true);
  expect(clusterDirectory).toBe(join(dataDir, "database/cluster"));
  const uid = existingAccount()?.uid;
  expect(await ownerOf(`/proc/${await serverNumber(clusterDirectory)}`)).toBe(uid);
  expect(await ownerOf(clusterDirectory)).toBe(uid);
  expect((await stat(clusterDirectory)).mode & 0o777).toBe(0o700);
  for (const folder of [dataDir, join(dataDir, "database")]) {
    expect(await stat(folder)).toMatchObject({ uid: 0, mode: 0o040710 });
  }
  await expect(run(superuser, "select pg_read_file('/etc/shadow')")).rejects.toThrow("Permission denied");
});

test("what an account made is opened as that account, namespaces or not", async () => {
  const { dataDir, asAccount } = await aWorld("open");
  const first = await start(dataDir, { asAccount });
  await run(first.connection, "create table kept (n int); insert into kept values (7)");
  await first.stop();
  const second = await start(dataDir);
  expect((await run(second.connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
  expect(await ownerOf(`/proc/${await serverNumber(second.clusterDirectory)}`)).toBe(existingAccount()?.uid);
});

test("the account's server of a killed process is ended, and its acknowledged writes are there", async () => {
  const { dataDir, asAccount } = await aWorld("shut");
  const other = startElsewhere(dataDir, { asAccount });
  await up(other);
  const place = await readlink(join(dataDir, "database/elsewhere"));
  const reach = { host: join(place, "socket"), user: "app_owner", database: "app" };
  await run(reach, "create table kept (n int); insert into kept values (7)");
  await killed(other);
  const orphan = await serverNumber(join(place, "cluster"));
  const { connection, clusterDirectory } = await start(dataDir, { asAccount });
  expect(clusterDirectory).toBe(join(place, "cluster"));
  expect((await run(connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
  expect(await serverNumber(clusterDirectory)).not.toBe(orphan);
});

test("beneath a directory only root may enter, data and programs are put outside and found again", async () => {
  const { above, dataDir, asAccount } = await aWorld("shut");
  const binaries = await programsIn(above);
  const first = await start(dataDir, { asAccount, binaries });
  await run(first.connection, "create table kept (n int); insert into kept values (7)");
  const place = await readlink(join(dataDir, "database/elsewhere"));
  expect(place.startsWith(asAccount.base)).toBe(true);
  expect(await readFile(join(place, "belongs-to.txt"), "utf8")).toBe(`${join(dataDir, "database")}\n`);
  const commandLine = await readFile(`/proc/${await serverNumber(first.clusterDirectory)}/cmdline`, "utf8");
  const [program = ""] = commandLine.split("\0");
  expect(program.startsWith(place)).toBe(true);
  const copied = await stat(program);
  expect(copied).toMatchObject({ uid: 0, mode: 0o100755 });
  await first.stop();

  const second = await start(dataDir, { binaries });
  expect((await run(second.connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
  expect((await stat(program)).ino).toBe(copied.ino);
});

testWithNamespaces("a cluster that root made in a namespace is handed to the account", async () => {
  const { dataDir, asAccount } = await aWorld("open");
  const first = await start(dataDir);
  await run(first.connection, "create table kept (n int); insert into kept values (7)");
  await first.stop();
  const { connection } = await start(dataDir, { asAccount });
  expect((await run(connection, "select n from kept")).rows).toEqual([{ n: 7 }]);
});

testWithNamespaces(
  "a cluster the account cannot get to is refused with the way out, and left as it was",
  async () => {
    const { dataDir, asAccount } = await aWorld("shut");
    await (await start(dataDir)).stop();
    await expect(start(dataDir, { asAccount })).rejects.toThrow(
      /has to run as the account \w+, which cannot get there: move DATA_DIR/,
    );
    expect(await isAnswering((await start(dataDir)).connection)).toBe(true);
  },
);

test("a lost place outside is told, never replaced by an empty database", async () => {
  const { dataDir, asAccount } = await aWorld("shut");
  await (await start(dataDir, { asAccount })).stop();
  await rm(asAccount.base, { recursive: true });
  await expect(start(dataDir, { asAccount })).rejects.toThrow(/lies in .*, which is gone: bring it back/);
});

test("a copied data directory does not take the other one's server away", async () => {
  const { above, dataDir, asAccount } = await aWorld("shut");
  const { connection } = await start(dataDir, { asAccount });
  const copy = join(above, "copy");
  await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true });
  await expect(start(copy, { asAccount })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await isAnswering(connection)).toBe(true);
});

testWithNamespaces("a system that refuses user namespaces is noticed", async () => {
  const { above, dataDir } = await aWorld("open");
  await writeFile(join(above, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const other = startElsewhere(dataDir, {}, { ...process.env, PATH: `${above}:${process.env.PATH}` });
  await up(other);
  expect(await ownerOf(join(dataDir, "database/cluster"))).toBe(existingAccount()?.uid);
  await killed(other);
  await start(dataDir);
});
