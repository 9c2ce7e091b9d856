import { connect, createServer, type Socket } from "node:net";
import { aFreePort } from "./a-process.ts";

/** Stands between product and database, and passes on late or not at all, without closing a connection. */
export type BadLine = {
  port: number;
  /** From now on each answer of the database comes so much later. */
  delayAnswersBy(ms: () => number): void;
  fallSilent(): void;
  /** As good as new, without the connections of which nobody knows what was swallowed. */
  mend(): void;
  stop(): void;
};

/** @param target the port on the loopback interface it leads to. */
export async function aBadLine(target: number): Promise<BadLine> {
  const port = Number(await aFreePort());
  const sockets = new Set<Socket>();
  let isSilent = false;
  let delay = () => 0;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("close", () => far.destroy()).on("error", () => far.destroy());
    far.on("close", () => near.destroy()).on("error", () => near.destroy());
    near.on("data", (chunk) => !isSilent && far.write(chunk));
    // What comes out of a line comes in the order it went in.
    let last = 0;
    far.on("data", (chunk) => {
      if (isSilent) return;
      const wait = delay();
      if (wait === 0 && last === 0) return near.write(chunk);
      last = Math.max(last, performance.now() + wait);
      setTimeout(() => near.writable && near.write(chunk), last - performance.now());
    });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    port,
    delayAnswersBy(ms) {
      delay = ms;
    },
    fallSilent() {
      isSilent = true;
    },
    mend() {
      isSilent = false;
      delay = () => 0;
      for (const socket of sockets) socket.destroy();
    },
    stop: () => server.close(),
  };
}
