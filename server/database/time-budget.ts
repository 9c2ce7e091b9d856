import type pg from "pg";

/** Total time a request may wait for the database, so that every request completes within 10 s. */
const BUDGET_MS = 8_500;

/** Tracks how long one request has waited for the database. Concurrent queries count once. */
export type DatabaseTimeBudget = {
  /** Raises the limit for a request that does much more work than others. Each statement keeps its own limit. */
  extend(totalMs: number): void;
  /** Milliseconds left in the budget, at least 0. */
  remainingMs(): number;
  /** Counts the time until `pending` settles. */
  track<Result>(pending: Promise<Result>): Promise<Result>;
};

export function createDatabaseTimeBudget(): DatabaseTimeBudget {
  let budgetMs = BUDGET_MS;
  let spentMs = 0;
  let pendingCount = 0;
  let startedAt = 0;
  return {
    extend: (totalMs) => {
      budgetMs = Math.max(budgetMs, totalMs);
    },
    remainingMs: () =>
      Math.max(0, budgetMs - spentMs - (pendingCount > 0 ? performance.now() - startedAt : 0)),
    async track(pending) {
      if (pendingCount === 0) {
        startedAt = performance.now();
      }
      pendingCount += 1;
      try {
        return await pending;
      } finally {
        pendingCount -= 1;
        if (pendingCount === 0) {
          spentMs += performance.now() - startedAt;
        }
      }
    },
  };
}

/**
 * Limits connecting and querying to the time left in the current request's budget. After that, they fail with the same
 * errors as an unresponsive database. Per-query limits alone are not enough, because 20 queries of 2 s each would take
 * 40 s.
 * @param getBudget Returns the current request's budget, or undefined outside requests, which are not limited.
 */
export function enforceTimeBudget(pool: pg.Pool, getBudget: () => DatabaseTimeBudget | undefined): pg.Pool {
  const originalConnect = pool.connect.bind(pool);
  pool.on("connect", (client) => {
    const originalQuery = client.query.bind(client);
    const limitedQuery = (...args: unknown[]) => {
      const budget = getBudget();
      const [statement, ...rest] = args;
      // Only libraries use callbacks and streams, and they set their own limits.
      if (!budget || rest.some(isCallback) || isSubmittable(statement)) {
        return Reflect.apply(originalQuery, client, args);
      }
      const remainingMs = Math.ceil(budget.remainingMs());
      if (remainingMs === 0) {
        return Promise.reject(new Error("Query read timeout"));
      }
      const config = typeof statement === "string" ? { text: statement } : statement;
      return budget.track(
        Reflect.apply(originalQuery, client, [
          Object.assign({}, config, { query_timeout: remainingMs }),
          ...rest,
        ]),
      );
    };
    Object.assign(client, { query: limitedQuery });
  });
  const originalQuery = pool.query.bind(pool);
  return Object.assign(pool, {
    connect: (...args: unknown[]) => {
      const budget = getBudget();
      return budget && args.length === 0
        ? budget.track(connectWithin(budget.remainingMs(), originalConnect))
        : Reflect.apply(originalConnect, pool, args);
    },
    query: (...args: unknown[]) =>
      !getBudget() || args.some(isCallback) || isSubmittable(args[0])
        ? Reflect.apply(originalQuery, pool, args)
        : queryOnce(pool, args),
  });
}

/** Replaces the pool's `query`, which connects with a callback and so loses the request's async context. */
async function queryOnce(pool: pg.Pool, args: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  let queryError: Error | undefined;
  try {
    return await Reflect.apply(client.query, client, args);
  } catch (error) {
    queryError = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(queryError);
  }
}

async function connectWithin(ms: number, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const pendingConnection = connect();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error("timeout exceeded when trying to connect")), ms);
  let isSettled = false;
  // A connection that arrives after the timeout goes back to the pool.
  pendingConnection.then(
    (client) => isSettled && client.release(),
    () => {},
  );
  try {
    return await Promise.race([pendingConnection, timeout.promise]);
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}

const isCallback = (value: unknown) => typeof value === "function";
const isSubmittable = (value: unknown) => typeof value === "object" && value !== null && "submit" in value;
