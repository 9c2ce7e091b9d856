import { getErrorCode } from "#server/error-code.ts";

const MAX_ATTEMPTS = 4;

/**
 * SQLSTATE codes for a deadlock, a serialization failure and a lock timeout. The transaction was rolled back and can be
 * retried.
 */
const CONFLICT_CODES = new Set(["40P01", "40001", "55P03"]);

/** Runs a transaction and retries it after a conflict with another transaction. */
export async function retryOnConflict<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !CONFLICT_CODES.has(getErrorCode(error) ?? "")) {
        throw error;
      }
    }
  }
}

/** Whether the database rejected the values (SQLSTATE classes 22 and 23), so that a retry would fail again. */
export function isRejectedByDatabase(error: unknown): boolean {
  return /^2[23]/.test(getErrorCode(error) ?? "");
}
