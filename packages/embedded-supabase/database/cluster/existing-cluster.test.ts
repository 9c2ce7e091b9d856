import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDirectory } from "../test-support/postgres-server.ts";
import { findExistingCluster } from "./existing-cluster.ts";
import { getExternalLinkPath, readExternalDirectory } from "./external-directory.ts";
import { findExistingDatabase } from "./find-existing-database.ts";

/** Creates a data directory and an external directory, each with a cluster if requested. */
async function createDirectories({ inside = false, outside = false } = {}) {
  const dataDir = await createTestDirectory();
  const directory = join(dataDir, "database");
  const externalDirectory = join(dataDir, "external");
  await mkdir(inside ? join(directory, "cluster") : directory, { recursive: true });
  await mkdir(outside ? join(externalDirectory, "cluster") : externalDirectory, { recursive: true });
  const linkExternal = () => symlink(externalDirectory, getExternalLinkPath(directory));
  return { dataDir, directory, external: externalDirectory, linkExternal };
}

test("returns null for a new data directory", async () => {
  const { directory, dataDir } = await createDirectories();
  expect(await findExistingCluster(directory)).toBeNull();
  expect(await findExistingDatabase(dataDir)).toBeNull();
});

test("returns null for a missing data directory without creating it", async () => {
  const missing = join(await createTestDirectory(), "missing");
  expect(await findExistingDatabase(missing)).toBeNull();
  await expect(readFile(missing)).rejects.toThrow("ENOENT");
});

test("returns the cluster in the data directory with its owner", async () => {
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

test("returns null for an external directory without a cluster", async () => {
  const { directory, linkExternal } = await createDirectories();
  await linkExternal();
  expect(await findExistingCluster(directory)).toBeNull();
});

test("rejects two clusters, because one of them would be ignored", async () => {
  const { directory, external, linkExternal } = await createDirectories({ inside: true, outside: true });
  await linkExternal();
  await expect(findExistingCluster(directory)).rejects.toThrow(
    `There is a database in ${directory} and another in ${external}. Move one of them to another directory.`,
  );
});

test("rejects a missing external directory, because an empty database would look like data loss", async () => {
  const { directory, external, linkExternal } = await createDirectories({ outside: true });
  await linkExternal();
  await rm(external, { recursive: true });
  await expect(findExistingCluster(directory)).rejects.toThrow(
    `is in ${external}, which is missing. Restore it, or delete ${getExternalLinkPath(directory)}`,
  );
});

test.each([
  ["no server", null],
  ["a killed server that left its pid file", "999999\n/data\n1700000000\n5432\n/nowhere/socket\n"],
  ["a truncated pid file", "123\n"],
])("reports a database with %s as not running", async (_, pidFile) => {
  const { dataDir, directory } = await createDirectories({ inside: true });
  const clusterDirectory = join(directory, "cluster");
  if (pidFile !== null) {
    await writeFile(join(clusterDirectory, "postmaster.pid"), pidFile);
  }
  expect(await findExistingDatabase(dataDir)).toEqual({ running: null, clusterDirectory });
});
