import { ApiError } from "#app/api/client/api-error.ts";

const CONFLICT_CODES = ["outside_hours", "time_taken"];

/** Whether the time is outside the hours, or the host is busy. */
export function isScheduleConflict(error: Error | null): error is ApiError {
  return error instanceof ApiError && CONFLICT_CODES.includes(error.code);
}
