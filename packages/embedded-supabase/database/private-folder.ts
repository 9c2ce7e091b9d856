import type { Stats } from "node:fs";
import { chmod, chown, lchown, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, canEnter } from "./account.ts";

/** Makes a folder only its owner can enter: we, or the account when one is given. */
export async function privateFolder(path: string, owner: Account | null = null): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

/**
 * Lets an account through folders of ours, outermost first, to what lies beneath, and nobody else. It can neither list
 * nor change them, so it cannot lay a trap for root there. Only folders that were shut to everybody are changed.
 * False, and nothing changed, when it cannot get to the last one even so.
 */
export async function letThrough(folders: string[], account: Account): Promise<boolean> {
  const before = new Map<string, Stats>();
  for (const folder of folders) {
    const found = await stat(folder);
    if (canEnter(account, folder) || (found.mode & 0o077) !== 0) continue;
    before.set(folder, found);
    await chown(folder, found.uid, account.gid);
    await chmod(folder, 0o710);
  }
  if (folders.every((folder) => canEnter(account, folder))) return true;
  for (const [folder, { uid, gid, mode }] of before) {
    await chown(folder, uid, gid);
    await chmod(folder, mode & 0o777);
  }
  return false;
}

/** Gives a folder and all in it to an account. The folder itself comes last: until then it counts as the old owner's. */
export async function handOver(path: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await lchown(path, uid, gid);
}
