import pg from "pg";
import { z } from "zod";
import { isAbortedRequest } from "../../error-details.ts";
import type { Log } from "../../log.ts";
import { type ErrorBody, invalidBody, RestError, statementTimeout, unavailable } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { toRaisedError } from "./raised-error.ts";
import { poolExhausted } from "./run-plan.ts";

/** Maps any thrown value to an error without internal details. Logs unexpected errors with their cause. */
export function toRestError(error: unknown, caller: Caller | null, log: Log): RestError {
  if (error instanceof RestError) {
    return error;
  }
  if (error instanceof pg.DatabaseError) {
    return mapDatabaseError(error, caller, log);
  }
  if (error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)) {
    return poolExhausted();
  }
  if (isAbortedRequest(error)) {
    log.debug({}, "Request aborted by the client");
    return invalidBody("Empty or invalid json", "the request is incomplete");
  }
  if (isConnectionError(error)) {
    log.warn({ err: error }, "Could not connect to the database");
    return unavailable("PGRST001", "Database client error. Retrying the connection.");
  }
  log.error({ err: error }, "Request failed unexpectedly");
  return unexpectedError("XX000");
}

/**
 * HTTP status by SQLSTATE or SQLSTATE class, as in PostgREST. All others are 400.
 * Deliberate differences: 21 (the same row twice in one upsert), 40 (conflicting writes), 54 (a value that is too long
 * for an index), 55 (a write to a read-only view) and 57014 (statement timeout) are client errors, because the request
 * causes them and the caller can fix them.
 * @see https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 */
const STATUS_BY_SQLSTATE: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "21": 400,
  "23503": 409,
  "23505": 409,
  "25": 500,
  "25006": 405,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 409,
  "42501": 403,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53": 503,
  "53400": 500,
  "54": 400,
  "55": 400,
  "55P03": 503,
  "57": 500,
  "57014": 429,
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
};

const STATEMENT_CANCELED = "57014";

function mapDatabaseError(error: pg.DatabaseError, caller: Caller | null, log: Log): RestError {
  const raised = toRaisedError(error);
  if (raised) {
    return raised;
  }
  const code = error.code ?? "XX000";
  const status = httpStatus(code, caller);
  if (code === STATEMENT_CANCELED) {
    log.warn({ err: error }, "Statement timed out");
    return statementTimeout(code);
  }
  if (status === 503) {
    log.warn({ err: error }, "The database is unavailable");
    return unavailable(code, "The database is busy or restarting.");
  }
  if (status >= 500) {
    log.error({ err: error }, "The database failed to process a request");
    return unexpectedError(code);
  }
  // Anonymous callers get 401 and are not logged, so they cannot flood the log.
  if (status === 403 && caller) {
    log.warn({ code, userId: readUserId(caller) }, "Permission denied");
  }
  const body: ErrorBody = {
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  };
  return new RestError(status, body, status === 401 ? { "WWW-Authenticate": "Bearer" } : {});
}

const SubjectClaim = z.object({ sub: z.unknown().optional() });

function readUserId({ claims }: Caller): unknown {
  return SubjectClaim.parse(JSON.parse(claims)).sub ?? null;
}

function httpStatus(code: string, caller: Caller | null): number {
  // Return 401 to anonymous callers, who may have access after signing in, and 403 to signed-in users.
  if (code === "42501" && caller?.role === "anon") {
    return 401;
  }
  return STATUS_BY_SQLSTATE[code] ?? STATUS_BY_SQLSTATE[code.slice(0, 2)] ?? 400;
}

function unexpectedError(code: string): RestError {
  return new RestError(500, { code, message: "The server could not process this request." });
}

const NETWORK_ERROR_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
const LOST_CONNECTION_MESSAGE =
  /terminated|not queryable|Query read timeout|Client was closed|pool after calling end/;

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = "code" in error ? String(error.code) : "";
  return NETWORK_ERROR_CODES.has(code) || LOST_CONNECTION_MESSAGE.test(error.message);
}
