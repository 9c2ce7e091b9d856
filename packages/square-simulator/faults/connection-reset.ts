import type { Context } from "hono";

const RESET_HEADER = "x-simulated-connection-reset";

/** Drops the connection without an answer. Without a socket, the in-process fetch is told to fail. */
export function resetConnection(context: Context): Response {
  const outgoing: unknown = context.env?.outgoing;
  if (isSocketAnswer(outgoing)) outgoing.destroy();
  return new Response(null, { status: 500, headers: { [RESET_HEADER]: "1" } });
}

/** True for an answer that stands for a dropped connection. */
export function isConnectionReset(response: Response): boolean {
  return response.headers.has(RESET_HEADER);
}

function isSocketAnswer(value: unknown): value is { destroy: () => void } {
  return (
    typeof value === "object" && value !== null && "destroy" in value && typeof value.destroy === "function"
  );
}
