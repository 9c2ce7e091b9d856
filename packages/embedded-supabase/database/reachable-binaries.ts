import { chmod, cp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Account, canRun } from "./account.ts";
import { makeLibraryLinks, type PostgresBinaries, packageFolderOf } from "./postgres-binaries.ts";

/**
 * Programs that the account can run: a copy of the installed ones in `place`, made once for each version. It stays
 * root's, so that the account cannot change what it runs.
 */
export async function reachableBinaries(
  installed: PostgresBinaries,
  place: string,
  account: Account,
): Promise<PostgresBinaries> {
  const original = packageFolderOf(installed);
  const { version } = JSON.parse(await readFile(join(original, "package.json"), "utf8"));
  const copy = join(place, `postgresql-${version}`);
  const copied = {
    postgres: join(copy, relative(original, installed.postgres)),
    initdb: join(copy, relative(original, installed.initdb)),
  };
  if (canRun(account, copied.postgres)) return copied;
  for (const name of await readdir(place)) {
    if (name.startsWith("postgresql-")) await rm(join(place, name), { recursive: true });
  }
  const unfinished = `${copy}.unfinished`;
  await cp(original, unfinished, { recursive: true, verbatimSymlinks: true });
  await makeLibraryLinks(unfinished);
  await makeReadable(unfinished);
  await rename(unfinished, copy);
  return copied;
}

// An installation under a strict umask is nobody else's to read.
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || entry.parentPath.endsWith("/bin");
    if (!entry.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644);
  }
}
