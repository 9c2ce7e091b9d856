import { chmod, cp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { createLibraryLinks, type PostgresBinaries, packageDirectory } from "./postgres-binaries.ts";
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
  const original = packageDirectory(installed);
  const { version } = JSON.parse(await readFile(join(original, "package.json"), "utf8"));
  const copy = join(targetDirectory, `postgresql-${version}`);
  const copiedBinaries = {
    postgres: join(copy, relative(original, installed.postgres)),
    initdb: join(copy, relative(original, installed.initdb)),
  };
  if (canExecute(account, copiedBinaries.postgres)) {
    return copiedBinaries;
  }
  for (const name of await readdir(targetDirectory)) {
    if (name.startsWith("postgresql-")) {
      await rm(join(targetDirectory, name), { recursive: true });
    }
  }
  const unfinished = `${copy}.unfinished`;
  await cp(original, unfinished, { recursive: true, verbatimSymlinks: true });
  await createLibraryLinks(unfinished);
  await makeReadable(unfinished);
  await rename(unfinished, copy);
  return copiedBinaries;
}

// After an installation with a strict umask, other accounts cannot read the files.
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
