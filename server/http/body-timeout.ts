import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a request body may take to arrive. */
export type BodyTimeout = {
  /** A body must be complete within this interval. */
  intervalMs: number;
  /** A slow upload may continue while at least this many bytes arrive per interval. */
  minBytesPerInterval: number;
  allowsSlowUpload: (request: IncomingMessage) => boolean;
};

/** About 20 KB/s. A 50 MB upload takes at most 42 minutes, and a stalled one ends within a minute. */
const MIN_BYTES_PER_INTERVAL = 1024 * 1024;
const INTERVAL_MS = 50_000;

/** Only document uploads (up to 50 MB) can legitimately take minutes on a slow connection. */
export const DEFAULT_BODY_TIMEOUT: BodyTimeout = {
  intervalMs: INTERVAL_MS,
  minBytesPerInterval: MIN_BYTES_PER_INTERVAL,
  allowsSlowUpload: ({ method, url }) => method === "POST" && url === "/api/admin/documents/upload",
};

const TIMEOUT_RESPONSE = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Closes the connection of a request whose body arrives too slowly. */
export function enforceBodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  timeout: BodyTimeout,
): void {
  const { socket } = request;
  let previousBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const receivedBytes = socket.bytesRead - previousBytes;
    previousBytes = socket.bytesRead;
    // Only the request body is limited. The response has no timeout.
    if (request.complete) {
      return clearInterval(timer);
    }
    if (timeout.allowsSlowUpload(request) && receivedBytes >= timeout.minBytesPerInterval) {
      return;
    }
    if (!response.headersSent) {
      socket.write(TIMEOUT_RESPONSE);
    }
    socket.destroySoon();
  }, timeout.intervalMs).unref();
  request.once("close", () => clearInterval(timer));
}
