import type { Context } from "hono";

const RESET_HEADER = "x-simulated-connection-reset";

/** Drops the connection without a response. Without a socket, a header makes the in-process fetch fail. */
export function resetConnection(context: Context): Response {
  const outgoing: unknown = context.env?.outgoing;
  if (hasDestroy(outgoing)) {
    outgoing.destroy();
  }
  return new Response(null, { status: 500, headers: { [RESET_HEADER]: "1" } });
}

/** Whether a response represents a dropped connection. */
export function isConnectionReset(response: Response): boolean {
  return response.headers.has(RESET_HEADER);
}

function hasDestroy(value: unknown): value is { destroy: () => void } {
  return (
    typeof value === "object" && value !== null && "destroy" in value && typeof value.destroy === "function"
  );
}
