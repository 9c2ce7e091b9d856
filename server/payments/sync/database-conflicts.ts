const MOST_TRIES = 4;

/** Deadlock, serialization failure, lock not had in time: the transaction was taken back and may be tried again. */
const CONFLICTS = new Set(["40P01", "40001", "55P03"]);

/** Repeats a transaction that lost against another one. */
export async function retryingConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (cause) {
      if (attempt >= MOST_TRIES || !CONFLICTS.has(stateOf(cause))) throw cause;
    }
  }
}

/** Whether the values themselves were refused (SQLSTATE classes 22 and 23), so that trying again is of no use. */
export function isRefusedByTheDatabase(cause: unknown): boolean {
  return /^2[23]/.test(stateOf(cause));
}

function stateOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}
