import { connect, createServer, type Socket } from "node:net";
import { findFreePort } from "../network/free-port.ts";

/** A TCP proxy in front of the database that delays or drops traffic without closing connections. */
export type FaultyProxy = {
  port: number;
  /** Delays every later response from the database. */
  delayResponses(delayMs: () => number): void;
  stall(): void;
  /** Ends all faults and closes all connections, because their state is unknown. */
  reset(): void;
  stop(): void;
};

/** @param target the port on the loopback interface to forward to. */
export async function startFaultyProxy(target: number): Promise<FaultyProxy> {
  const port = Number(await findFreePort());
  const sockets = new Set<Socket>();
  let isStalled = false;
  let delay = () => 0;
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("close", () => upstream.destroy()).on("error", () => upstream.destroy());
    upstream.on("close", () => client.destroy()).on("error", () => client.destroy());
    client.on("data", (chunk) => !isStalled && upstream.write(chunk));
    // Delayed chunks must keep their order.
    let lastSentAt = 0;
    upstream.on("data", (chunk) => {
      if (isStalled) {
        return;
      }
      const delayMs = delay();
      if (delayMs === 0 && lastSentAt === 0) {
        return client.write(chunk);
      }
      lastSentAt = Math.max(lastSentAt, performance.now() + delayMs);
      setTimeout(() => client.writable && client.write(chunk), lastSentAt - performance.now());
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    delayResponses(delayMs) {
      delay = delayMs;
    },
    stall() {
      isStalled = true;
    },
    reset() {
      isStalled = false;
      delay = () => 0;
      for (const socket of sockets) {
        socket.destroy();
      }
    },
    stop: () => server.close(),
  };
}
