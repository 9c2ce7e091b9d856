import { chmod, cp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { createLibraryLinks, getPackageDirectory, type PostgresBinaries } from "./postgres-binaries.ts";
import { canExecute, type SystemAccount } from "./system-account.ts";

/**
 * Copies the installed programs to `targetDirectory`, once per version, so that the account can execute them. Root owns
 * the copy, so the account cannot change it.
 */
export async function ensureAccessibleBinaries(
  installed: PostgresBinaries,
  targetDirectory: string,
  account: SystemAccount,
): Promise<PostgresBinaries> {
  const originalDirectory = getPackageDirectory(installed);
  const { version } = JSON.parse(await readFile(join(originalDirectory, "package.json"), "utf8"));
  const copyDirectory = join(targetDirectory, `postgresql-${version}`);
  const copiedBinaries = {
    postgres: join(copyDirectory, relative(originalDirectory, installed.postgres)),
    initdb: join(copyDirectory, relative(originalDirectory, installed.initdb)),
  };
  if (canExecute(account, copiedBinaries.postgres)) {
    return copiedBinaries;
  }
  for (const name of await readdir(targetDirectory)) {
    if (name.startsWith("postgresql-")) {
      await rm(join(targetDirectory, name), { recursive: true });
    }
  }
  const unfinishedDirectory = `${copyDirectory}.unfinished`;
  await cp(originalDirectory, unfinishedDirectory, { recursive: true, verbatimSymlinks: true });
  await createLibraryLinks(unfinishedDirectory);
  await makeReadable(unfinishedDirectory);
  await rename(unfinishedDirectory, copyDirectory);
  return copiedBinaries;
}

// Files that were installed with a strict umask are not readable by other accounts.
async function makeReadable(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isExecutable = entry.isDirectory() || entry.parentPath.endsWith("/bin");
    if (!entry.isSymbolicLink()) {
      await chmod(path, isExecutable ? 0o755 : 0o644);
    }
  }
}
