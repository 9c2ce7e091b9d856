import type { Server } from "node:http";
import type { Socket } from "node:net";
import { toNetworkPrefix } from "#server/http/client-address.ts";

/** Limits on the connections of one address that have not yet sent the headers of a request. */
export type WaitingConnectionLimits = {
  /** Further connections are closed immediately. */
  maxPerAddress: number;
  /** After this time, connections above `maxAfterGracePeriod` are closed. */
  gracePeriodMs: number;
  maxAfterGracePeriod: number;
};

/**
 * A real client sends its request within the grace period. A browser opens a few connections in advance, and many users
 * may share an address.
 */
export const DEFAULT_WAITING_CONNECTION_LIMITS: WaitingConnectionLimits = {
  maxPerAddress: 1_000,
  gracePeriodMs: 2_000,
  maxAfterGracePeriod: 50,
};

/** Prevents one address from using all connections of the server without sending requests. */
export function limitWaitingConnections(server: Server, limits: WaitingConnectionLimits): void {
  const waitingByAddress = new Map<string, Set<Socket>>();
  const timers = new WeakMap<Socket, NodeJS.Timeout>();

  function release(socket: Socket, address: string): void {
    clearTimeout(timers.get(socket));
    const waiting = waitingByAddress.get(address);
    waiting?.delete(socket);
    if (waiting?.size === 0) {
      waitingByAddress.delete(address);
    }
  }

  server.on("connection", (socket: Socket) => {
    const address = toNetworkPrefix(socket.remoteAddress ?? "");
    const waiting = waitingByAddress.get(address) ?? new Set();
    if (waiting.size >= limits.maxPerAddress) {
      socket.destroy();
      return;
    }
    waitingByAddress.set(address, waiting.add(socket));
    const closeIfAboveLimit = () => {
      if (waiting.has(socket) && waiting.size > limits.maxAfterGracePeriod) {
        // The socket closes later, and other timers may fire before that.
        release(socket, address);
        socket.destroy();
      }
    };
    // After a blocked event loop, timers fire before the requests that have arrived are read, and immediates after it.
    const onGracePeriodEnd = () => setImmediate(closeIfAboveLimit);
    timers.set(socket, setTimeout(onGracePeriodEnd, limits.gracePeriodMs).unref());
    socket.once("close", () => release(socket, address));
  });
  server.on("request", ({ socket }) => release(socket, toNetworkPrefix(socket.remoteAddress ?? "")));
}
