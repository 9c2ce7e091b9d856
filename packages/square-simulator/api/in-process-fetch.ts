import type { Hono } from "hono";
import { isConnectionReset } from "../faults/connection-reset.ts";
import { MOUNT_PATH } from "../simulation.ts";

/** A fetch that reaches the simulator without a socket, and fails as a socket would. */
export function inProcessFetch(
  app: Hono,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const request = new Request(url, init);
    const address = new URL(request.url);
    if (address.pathname.startsWith(MOUNT_PATH)) address.pathname = address.pathname.slice(MOUNT_PATH.length);
    const answered = Promise.resolve(app.fetch(new Request(address, request)));
    const response = await Promise.race([answered, aborted(request.signal)]);
    if (isConnectionReset(response)) {
      throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    }
    return response;
  };
}

/** The application ignores the caller's signal, so the caller's time limit is kept here. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
