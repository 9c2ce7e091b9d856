import type { Stats } from "node:fs";
import { chmod, chown, lchown, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { hasAccess, type SystemAccount } from "./system-account.ts";

/** Creates a directory that only its owner can enter. The default owner is the account of this process. */
export async function createPrivateDirectory(
  path: string,
  owner: SystemAccount | null = null,
): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner) {
    await chown(path, owner.uid, owner.gid);
  }
  return path;
}

/**
 * Allows an account to traverse directories, starting with the outermost. The account can neither list nor change them,
 * so it cannot create files that root would use. Changes only private directories. If the account still cannot enter
 * all of them, restores the permissions and returns false.
 */
export async function grantTraversal(directories: string[], account: SystemAccount): Promise<boolean> {
  const originalStats = new Map<string, Stats>();
  for (const directory of directories) {
    const stats = await stat(directory);
    if (hasAccess(account, directory) || (stats.mode & 0o077) !== 0) {
      continue;
    }
    originalStats.set(directory, stats);
    await chown(directory, stats.uid, account.gid);
    await chmod(directory, 0o710);
  }
  if (directories.every((directory) => hasAccess(account, directory))) {
    return true;
  }
  for (const [directory, { uid, gid, mode }] of originalStats) {
    await chown(directory, uid, gid);
    await chmod(directory, mode & 0o777);
  }
  return false;
}

/** Changes the owner of a directory tree. Changes the root directory last, so that an interrupted run is repeated. */
export async function changeOwner(path: string, { uid, gid }: SystemAccount): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await lchown(path, uid, gid);
}
