import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "../startup-error.ts";

export type DirectoryLocks = {
  /** @throws {StartupError} if another process holds the lock. The message includes that process's ID. */
  acquire(directory: string): Promise<void>;
  releaseAll(): Promise<void>;
};

/** Creates a set of directory locks. Acquiring a lock that the set already holds has no effect. */
export function createDirectoryLocks(): DirectoryLocks {
  const heldLocks = new Map<string, Server>();
  return {
    async acquire(directory) {
      const path = realpathSync(directory);
      if (!heldLocks.has(path)) {
        heldLocks.set(path, await lockDirectory(path));
      }
    },
    async releaseAll() {
      for (const server of heldLocks.values()) {
        await new Promise((closed) => server.close(closed));
      }
      heldLocks.clear();
    },
  };
}

/**
 * Locks a directory for this process until the lock is released or the process exits.
 * The lock is a listening socket. The kernel closes it when the process ends, so a killed process leaves no stale lock.
 * The socket sends the id of its process to every client.
 */
async function lockDirectory(directory: string): Promise<Server> {
  const address = getLockAddress(directory);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(String(process.pid));
  });
  if (!(await tryListen(server, address))) {
    const holderPid = await readHolderPid(address);
    if (holderPid !== null) {
      throw new StartupError(`The data directory ${directory} is in use by process ${holderPid}.`);
    }
    // On systems without abstract sockets, a dead process leaves a socket file behind.
    await rm(address, { force: true }).catch(() => {});
    if (!(await tryListen(server, address))) {
      throw new StartupError(`The data directory ${directory} is in use by another process.`);
    }
  }
  server.unref();
  return server;
}

function getLockAddress(directory: string): string {
  const name = `embedded-postgres-${createHash("sha256").update(directory).digest("hex").slice(0, 32)}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
}

function tryListen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", onError);
    server.listen(address, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}

function readHolderPid(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let processId = "";
    connect(address)
      .on("data", (chunk) => {
        processId += chunk.toString();
      })
      .on("end", () => resolve(processId))
      .on("error", () => resolve(null));
  });
}
