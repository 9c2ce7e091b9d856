import { ApiError } from "#app/api/client/api-error.ts";

/**
 * PostgreSQL error codes. Messages with these codes name tables and constraints, so users must not see them.
 */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns the backend's message if it is meant for users, otherwise the fallback. */
export function errorMessage(error: Error, fallback: string): string {
  const isUserMessage =
    error instanceof ApiError && !error.isNetworkError && !SQLSTATE.test(error.code) && error.message !== "";
  return isUserMessage ? error.message : fallback;
}
