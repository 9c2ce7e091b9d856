import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a request may take to arrive. */
export type Patience = {
  /** Every request's body is here within this time … */
  withinMs: number;
  /** … but for those that are worth waiting for while so many bytes arrive in each such span. */
  bytesASpan: number;
  isWorthWaiting: (request: IncomingMessage) => boolean;
};

/** 20 KB/s: 50 MB then take 42 minutes at the most, and a sender who only dawdles is cut after a minute. */
const BYTES_A_SPAN = 1024 * 1024;
const WITHIN_MS = 50_000;

/** A document of 50 MB takes minutes on a slow line; nothing else has a reason to. */
export const PATIENCE: Patience = {
  withinMs: WITHIN_MS,
  bytesASpan: BYTES_A_SPAN,
  isWorthWaiting: ({ method, url }) => method === "POST" && url === "/api/admin/documents/upload",
};

const TOO_SLOW = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends the request's connection when its body does not arrive as patience asks. */
export function cutWhenSlow(request: IncomingMessage, response: ServerResponse, patience: Patience): void {
  const { socket } = request;
  let taken = socket.bytesRead;
  const look = setInterval(() => {
    const arrived = socket.bytesRead - taken;
    taken = socket.bytesRead;
    // What has arrived may be answered for as long as it takes.
    if (request.complete) return clearInterval(look);
    if (patience.isWorthWaiting(request) && arrived >= patience.bytesASpan) return;
    if (!response.headersSent) socket.write(TOO_SLOW);
    socket.destroySoon();
  }, patience.withinMs).unref();
  request.once("close", () => clearInterval(look));
}
