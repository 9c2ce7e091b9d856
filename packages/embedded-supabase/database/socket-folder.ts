import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { privateFolder } from "./private-folder.ts";

export type SocketFolder = { path: string; remove(): Promise<void> };

// Systems cut a socket's path at 104 to 108 bytes; PostgreSQL adds `/.s.PGSQL.5432.lock`.
const longestPath = 85;

/** The directory for a server's socket, its owner's alone: beside the cluster, or a temporary one if that path is too long. */
export async function socketFolder(home: string, account: Account | null): Promise<SocketFolder> {
  const near = join(home, "socket");
  if (Buffer.byteLength(near) <= longestPath) {
    return { path: await privateFolder(near, account), remove: async () => {} };
  }
  const path = await privateFolder(await mkdtemp(join(tmpdir(), "pg-")), account);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
