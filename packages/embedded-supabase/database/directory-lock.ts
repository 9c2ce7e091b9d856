import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupProblem } from "./startup-problem.ts";

export type DirectoryLocks = {
  /** Throws a StartupProblem naming the holder when another start has the directory. */
  hold(directory: string): Promise<void>;
  releaseAll(): Promise<void>;
};

/** The directories that one start uses alone; holding one twice is holding it once. */
export function directoryLocks(): DirectoryLocks {
  const held = new Map<string, Server>();
  return {
    async hold(directory) {
      const path = realpathSync(directory);
      if (!held.has(path)) held.set(path, await lockDirectory(path));
    },
    async releaseAll() {
      for (const server of held.values()) await new Promise((closed) => server.close(closed));
      held.clear();
    },
  };
}

/**
 * Makes this process the only user of a directory until released or dead.
 * The lock is a listening socket: the kernel frees it with the process, so a killed start leaves nothing stale and a
 * reused process number fools nobody. Whoever connects is told the holder's process id.
 */
async function lockDirectory(directory: string): Promise<Server> {
  const address = addressFor(directory);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(String(process.pid));
  });
  if (!(await listens(server, address))) {
    const holder = await holderOf(address);
    if (holder !== null) {
      throw new StartupProblem(`The data directory ${directory} is in use by process ${holder}.`);
    }
    // Only a socket file can be left behind by a dead process; abstract names cannot.
    await rm(address, { force: true }).catch(() => {});
    if (!(await listens(server, address))) {
      throw new StartupProblem(`The data directory ${directory} is in use by another process.`);
    }
  }
  server.unref();
  return server;
}

function addressFor(directory: string): string {
  const name = `embedded-postgres-${createHash("sha256").update(directory).digest("hex").slice(0, 32)}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
}

function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", refused);
    server.listen(address, () => {
      server.off("error", refused);
      resolve(true);
    });
  });
}

function holderOf(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = "";
    connect(address)
      .on("data", (chunk) => {
        answer += chunk.toString();
      })
      .on("end", () => resolve(answer))
      .on("error", () => resolve(null));
  });
}
