import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test as baseTest, expect } from "vitest";
import { acceptsConnections } from "../connection.ts";
import {
  createTestDirectory,
  kill,
  runQuery,
  startInChildProcess,
  startTestServer,
  waitUntilReady,
} from "../test-support/postgres-server.ts";
import { findInstalledBinaries, getPackageDirectory, type PostgresBinaries } from "./postgres-binaries.ts";
import { findUnprivilegedAccount } from "./system-account.ts";

// Only root can run PostgreSQL as another account.
const isRoot = process.getuid?.() === 0;
const test = baseTest.skipIf(!isRoot);
const hasNamespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
const testWithNamespaces = baseTest.skipIf(!isRoot || !hasNamespaces);

/**
 * Creates a data directory, and a parent directory for external data. If `parentMode` is "open", all accounts can
 * traverse the data directory's parent. If it is "private", only root can.
 */
async function createDataDirectory(parentMode: "open" | "private") {
  const directory = await createTestDirectory();
  const parentDirectory = join(directory, "home");
  await mkdir(parentDirectory);
  await chmod(parentDirectory, parentMode === "open" ? 0o755 : 0o700);
  return {
    parentDirectory,
    dataDir: join(parentDirectory, "data"),
    asAccount: { base: join(directory, "outside") },
  };
}

async function copyPrograms(folder: string): Promise<PostgresBinaries> {
  const installed = await findInstalledBinaries();
  const original = getPackageDirectory(installed);
  await cp(original, join(folder, "package"), { recursive: true, verbatimSymlinks: true });
  return {
    postgres: join(folder, "package", relative(original, installed.postgres)),
    initdb: join(folder, "package", relative(original, installed.initdb)),
  };
}

const getOwnerUid = async (path: string) => (await stat(path)).uid;

const readServerPid = async (cluster: string) =>
  Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);

test("runs the server as an unprivileged account that can access only the cluster", async () => {
  const { dataDir, asAccount } = await createDataDirectory("open");
  const { connection, superuser, clusterDirectory } = await startTestServer(dataDir, { asAccount });
  expect(await acceptsConnections(connection)).toBe(true);
  expect(clusterDirectory).toBe(join(dataDir, "database/cluster"));
  const uid = findUnprivilegedAccount()?.uid;
  expect(await getOwnerUid(`/proc/${await readServerPid(clusterDirectory)}`)).toBe(uid);
  expect(await getOwnerUid(clusterDirectory)).toBe(uid);
  expect((await stat(clusterDirectory)).mode & 0o777).toBe(0o700);
  for (const folder of [dataDir, join(dataDir, "database")]) {
    expect(await stat(folder)).toMatchObject({ uid: 0, mode: 0o040710 });
  }
  await expect(runQuery(superuser, "select pg_read_file('/etc/shadow')")).rejects.toThrow(
    "Permission denied",
  );
});

test("opens a cluster as the account that created it, even where namespaces are available", async () => {
  const { dataDir, asAccount } = await createDataDirectory("open");
  const first = await startTestServer(dataDir, { asAccount });
  await runQuery(first.connection, "create table numbers (n int); insert into numbers values (7)");
  await first.stop();
  const second = await startTestServer(dataDir);
  expect((await runQuery(second.connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
  expect(await getOwnerUid(`/proc/${await readServerPid(second.clusterDirectory)}`)).toBe(
    findUnprivilegedAccount()?.uid,
  );
});

test("stops the orphaned server of a killed process and keeps its committed writes", async () => {
  const { dataDir, asAccount } = await createDataDirectory("private");
  const otherProcess = startInChildProcess(dataDir, { asAccount });
  await waitUntilReady(otherProcess);
  const externalDirectory = await readlink(join(dataDir, "database/elsewhere"));
  const address = { host: join(externalDirectory, "socket"), user: "app_owner", database: "app" };
  await runQuery(address, "create table numbers (n int); insert into numbers values (7)");
  await kill(otherProcess);
  const orphanPid = await readServerPid(join(externalDirectory, "cluster"));
  const { connection, clusterDirectory } = await startTestServer(dataDir, { asAccount });
  expect(clusterDirectory).toBe(join(externalDirectory, "cluster"));
  expect((await runQuery(connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
  expect(await readServerPid(clusterDirectory)).not.toBe(orphanPid);
});

test("stores data and programs in an external directory if only root can enter the data directory", async () => {
  const { parentDirectory, dataDir, asAccount } = await createDataDirectory("private");
  const binaries = await copyPrograms(parentDirectory);
  const first = await startTestServer(dataDir, { asAccount, binaries });
  await runQuery(first.connection, "create table numbers (n int); insert into numbers values (7)");
  const externalDirectory = await readlink(join(dataDir, "database/elsewhere"));
  expect(externalDirectory.startsWith(asAccount.base)).toBe(true);
  expect(await readFile(join(externalDirectory, "belongs-to.txt"), "utf8")).toBe(
    `${join(dataDir, "database")}\n`,
  );
  const commandLine = await readFile(`/proc/${await readServerPid(first.clusterDirectory)}/cmdline`, "utf8");
  const [program = ""] = commandLine.split("\0");
  expect(program.startsWith(externalDirectory)).toBe(true);
  const programStats = await stat(program);
  expect(programStats).toMatchObject({ uid: 0, mode: 0o100755 });
  await first.stop();

  const second = await startTestServer(dataDir, { binaries });
  expect((await runQuery(second.connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
  expect((await stat(program)).ino).toBe(programStats.ino);
});

testWithNamespaces("transfers a cluster created by root in a namespace to the account", async () => {
  const { dataDir, asAccount } = await createDataDirectory("open");
  const first = await startTestServer(dataDir);
  await runQuery(first.connection, "create table numbers (n int); insert into numbers values (7)");
  await first.stop();
  const { connection } = await startTestServer(dataDir, { asAccount });
  expect((await runQuery(connection, "select n from numbers")).rows).toEqual([{ n: 7 }]);
});

testWithNamespaces(
  "rejects a cluster that the account cannot access, with instructions, and leaves it unchanged",
  async () => {
    const { dataDir, asAccount } = await createDataDirectory("private");
    await (await startTestServer(dataDir)).stop();
    await expect(startTestServer(dataDir, { asAccount })).rejects.toThrow(
      /must run as the account \w+, which cannot access it. Move DATA_DIR/,
    );
    expect(await acceptsConnections((await startTestServer(dataDir)).connection)).toBe(true);
  },
);

test("reports a missing external directory instead of starting with an empty database", async () => {
  const { dataDir, asAccount } = await createDataDirectory("private");
  await (await startTestServer(dataDir, { asAccount })).stop();
  await rm(asAccount.base, { recursive: true });
  await expect(startTestServer(dataDir, { asAccount })).rejects.toThrow(
    /is in .*, which is missing. Restore it/,
  );
});

test("a copied data directory does not stop the original's server", async () => {
  const { parentDirectory, dataDir, asAccount } = await createDataDirectory("private");
  const { connection } = await startTestServer(dataDir, { asAccount });
  const copy = join(parentDirectory, "copy");
  await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true });
  await expect(startTestServer(copy, { asAccount })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await acceptsConnections(connection)).toBe(true);
});

testWithNamespaces(
  "falls back to an unprivileged account if the system does not allow user namespaces",
  async () => {
    const { parentDirectory, dataDir } = await createDataDirectory("open");
    await writeFile(join(parentDirectory, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const otherProcess = startInChildProcess(
      dataDir,
      {},
      { ...process.env, PATH: `${parentDirectory}:${process.env.PATH}` },
    );
    await waitUntilReady(otherProcess);
    expect(await getOwnerUid(join(dataDir, "database/cluster"))).toBe(findUnprivilegedAccount()?.uid);
    await kill(otherProcess);
    await startTestServer(dataDir);
  },
);
