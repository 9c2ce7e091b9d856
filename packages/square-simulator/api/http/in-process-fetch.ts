import type { Hono } from "hono";
import { isConnectionReset } from "../../faults/connection-reset.ts";
import { MOUNT_PATH } from "../../simulation.ts";

/** Creates a `fetch` that calls the simulator without a socket and simulates dropped connections. */
export function createInProcessFetch(
  app: Hono,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const request = new Request(url, init);
    const target = new URL(request.url);
    if (target.pathname.startsWith(MOUNT_PATH)) {
      target.pathname = target.pathname.slice(MOUNT_PATH.length);
    }
    const responsePromise = Promise.resolve(app.fetch(new Request(target, request)));
    const response = await Promise.race([responsePromise, rejectOnAbort(request.signal)]);
    if (isConnectionReset(response)) {
      throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    }
    return response;
  };
}

/** Hono ignores the request's signal, so the caller's timeout is enforced here. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
