import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPrivateDirectory } from "../cluster/directory-permissions.ts";
import type { SystemAccount } from "../cluster/system-account.ts";

export type SocketDirectory = { path: string; remove(): Promise<void> };

// Operating systems limit socket paths to between 104 and 108 bytes, and PostgreSQL appends `/.s.PGSQL.5432.lock`.
const MAX_PATH_BYTES = 85;

/** Creates a private directory for the server's socket, next to the cluster unless that path is too long. */
export async function createSocketDirectory(
  clusterParent: string,
  account: SystemAccount | null,
): Promise<SocketDirectory> {
  const preferred = join(clusterParent, "socket");
  if (Buffer.byteLength(preferred) <= MAX_PATH_BYTES) {
    return { path: await createPrivateDirectory(preferred, account), remove: async () => {} };
  }
  const path = await createPrivateDirectory(await mkdtemp(join(tmpdir(), "pg-")), account);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
