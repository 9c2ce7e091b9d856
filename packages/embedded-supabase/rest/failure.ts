import pg from "pg";
import type { Log } from "../log.ts";
import type { Caller } from "./caller.ts";
import { type ErrorBody, RestError, tookTooLong, unavailable } from "./errors.ts";
import { poolExhausted } from "./run.ts";

/** What a request ended with, whatever was thrown, as a refusal that tells the caller only what is theirs to know. */
export function refusalOf(thrown: unknown, caller: Caller | null, log: Log): RestError {
  if (thrown instanceof RestError) return thrown;
  if (thrown instanceof pg.DatabaseError) return databaseRefusal(thrown, caller, log);
  if (thrown instanceof Error && /timeout exceeded when trying to connect/.test(thrown.message)) {
    return poolExhausted();
  }
  if (isConnectionFailure(thrown)) {
    log.warn({ err: thrown }, "The database could not be reached.");
    return unavailable("PGRST001", "Database client error. Retrying the connection.");
  }
  log.error({ err: thrown }, "A request failed for a reason of our own.");
  return unexpected("XX000");
}

/**
 * The status PostgREST gives to an SQLSTATE, by code or class; what is not here is 400.
 * https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 * Differing on purpose, because input alone can cause them: 21 (a row twice in one upsert), 40 (two writes in each
 * other's way) and 54 (a value too long for an index) are the caller's to mend, not a failure of the server. So is
 * 57014, a statement that ran out of its time: less may be asked for, or the same later.
 */
const statuses: Record<string, number> = {
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

function databaseRefusal(error: pg.DatabaseError, caller: Caller | null, log: Log): RestError {
  const code = error.code ?? "XX000";
  const status = statusOf(code, caller);
  if (code === STATEMENT_CANCELED) {
    log.warn({ err: error }, "A request took longer than a statement may.");
    return tookTooLong(code);
  }
  if (status === 503) {
    log.warn({ err: error }, "The database turned a request away.");
    return unavailable(code, "The database is busy or restarting.");
  }
  if (status >= 500) {
    log.error({ err: error }, "The database failed at a request.");
    return unexpected(code);
  }
  // Strangers are answered 401 and not told of: a flood of theirs must not fill the log.
  if (status === 403 && caller) log.warn({ code, userId: userIdOf(caller) }, "A request was not permitted.");
  const body: ErrorBody = {
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  };
  return new RestError(status, body, status === 401 ? { "WWW-Authenticate": "Bearer" } : {});
}

function userIdOf({ claims }: Caller): unknown {
  return (JSON.parse(claims) as { sub?: unknown }).sub ?? null;
}

function statusOf(code: string, caller: Caller | null): number {
  // A function may choose its status: `raise sqlstate 'PT409'`.
  const chosen = /^PT(4\d\d)$/.exec(code)?.[1];
  if (chosen) return Number(chosen);
  // A stranger is asked to sign in; whoever did so is told no.
  if (code === "42501" && caller?.role === "anon") return 401;
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400;
}

function unexpected(code: string): RestError {
  return new RestError(500, { code, message: "The server could not answer this request." });
}

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
const lostConnection = /terminated|not queryable|Query read timeout|Client was closed|pool after calling end/;

function isConnectionFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = "code" in thrown ? String(thrown.code) : "";
  return networkCodes.has(code) || lostConnection.test(thrown.message);
}
