import type { Database } from "#server/database/database.ts";

/**
 * Returns a database that runs at most `max` transactions at a time, so that the other connections of the pool stay
 * available to other callers. A transaction must not start another one, because that can deadlock.
 */
export function limitTransactions(database: Database, max: number): Database {
  let runningCount = 0;
  const waiting: (() => void)[] = [];
  async function runLimited<Result>(run: () => Promise<Result>): Promise<Result> {
    if (runningCount >= max) {
      // The transaction that ends passes its slot on, so that the count stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      runningCount += 1;
    }
    try {
      return await run();
    } finally {
      const startNext = waiting.shift();
      if (startNext) {
        startNext();
      } else {
        runningCount -= 1;
      }
    }
  }
  return {
    asCaller: (claims, work) => runLimited(() => database.asCaller(claims, work)),
    bypassPolicies: (options, work) => runLimited(() => database.bypassPolicies(options, work)),
  };
}
