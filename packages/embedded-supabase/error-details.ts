/** The code of a system or PostgreSQL error, such as "ENOENT" or "23505". Undefined for other errors. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether the client closed the connection before its request was complete. Node uses the same error code for a lost
 * database connection, but a different message.
 */
export function isAbortedRequest(error: unknown): boolean {
  return getErrorCode(error) === "ECONNRESET" && getErrorMessage(error) === "aborted";
}
