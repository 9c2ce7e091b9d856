import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDirectory } from "../test-support/postgres-server.ts";
import { findExistingCluster } from "./existing-cluster.ts";
import { externalLinkPath, readExternalDirectory } from "./external-directory.ts";
import { findExistingDatabase } from "./find-existing-database.ts";

/** A data directory and an external directory, each with a cluster if requested. */
async function createDirectories({ inside = false, outside = false } = {}) {
  const dataDir = await createTestDirectory();
  const directory = join(dataDir, "database");
  const external = join(dataDir, "external");
  await mkdir(inside ? join(directory, "cluster") : directory, { recursive: true });
  await mkdir(outside ? join(external, "cluster") : external, { recursive: true });
  const linkExternal = () => symlink(external, externalLinkPath(directory));
  return { dataDir, directory, external, linkExternal };
}

test("a new data directory has no cluster", async () => {
  const { directory, dataDir } = await createDirectories();
  expect(await findExistingCluster(directory)).toBeNull();
  expect(await findExistingDatabase(dataDir)).toBeNull();
});

test("a missing data directory has no cluster, and is not created", async () => {
  const missing = join(await createTestDirectory(), "missing");
  expect(await findExistingDatabase(missing)).toBeNull();
  await expect(readFile(missing)).rejects.toThrow("ENOENT");
});

test("finds the cluster in the data directory, with its owner", async () => {
  const { directory } = await createDirectories({ inside: true });
  expect(await findExistingCluster(directory)).toEqual({
    directory,
    owner: { uid: process.getuid?.(), gid: process.getgid?.() },
  });
});

test("finds the cluster in the external directory", async () => {
  const { directory, external, linkExternal } = await createDirectories({ outside: true });
  await linkExternal();
  expect(await readExternalDirectory(directory)).toBe(external);
  expect((await findExistingCluster(directory))?.directory).toBe(external);
});

test("an external directory without a cluster is used for a new one", async () => {
  const { directory, linkExternal } = await createDirectories();
  await linkExternal();
  expect(await findExistingCluster(directory)).toBeNull();
});

test("two clusters are an error, because one of them would be ignored", async () => {
  const { directory, external, linkExternal } = await createDirectories({ inside: true, outside: true });
  await linkExternal();
  await expect(findExistingCluster(directory)).rejects.toThrow(
    `There is a database in ${directory} and another in ${external}. Move one of them to another directory.`,
  );
});

test("a missing external directory is an error, because an empty database would look like data loss", async () => {
  const { directory, external, linkExternal } = await createDirectories({ outside: true });
  await linkExternal();
  await rm(external, { recursive: true });
  await expect(findExistingCluster(directory)).rejects.toThrow(
    `is in ${external}, which is missing. Restore it, or delete ${externalLinkPath(directory)}`,
  );
});

test.each([
  ["no server", null],
  ["a killed server that left its pid file", "999999\n/data\n1700000000\n5432\n/nowhere/socket\n"],
  ["a truncated pid file", "123\n"],
])("a database with %s is reported as not running", async (_, pidFile) => {
  const { dataDir, directory } = await createDirectories({ inside: true });
  const clusterDirectory = join(directory, "cluster");
  if (pidFile !== null) {
    await writeFile(join(clusterDirectory, "postmaster.pid"), pidFile);
  }
  expect(await findExistingDatabase(dataDir)).toEqual({ running: null, clusterDirectory });
});
