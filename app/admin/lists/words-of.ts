import { ApiFailure } from "#app/api/failure.ts";

/** Codes of PostgreSQL; what comes with them names tables and constraints, which help nobody who reads a page. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** What the backend said of a failure where that was meant for people, else the fallback. */
export function wordsOf(error: Error, fallback: string): string {
  const wasMeantForPeople =
    error instanceof ApiFailure && !error.isUnanswered && !SQLSTATE.test(error.code) && error.message !== "";
  return wasMeantForPeople ? error.message : fallback;
}
