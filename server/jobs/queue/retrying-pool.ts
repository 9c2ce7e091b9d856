import type pg from "pg";
import { isDatabaseSlow, isDatabaseUnavailable } from "#server/http/errors.ts";

/** graphile-worker retries after this error code. Other connection errors would stop its worker. */
const RETRYABLE_CODE = "EHOSTUNREACH";

/**
 * Wraps the pool for graphile-worker. Any error that means that the database is unavailable or too slow gets the code
 * after which the library retries, even in the middle of a statement. The library records the outcome of jobs without awaiting
 * the promise, so another error there would be an unhandled rejection and end the process.
 */
export function createRetryingPool(pool: pg.Pool): pg.Pool {
  return overrideMethods(pool, {
    // The library listens for new jobs with a callback, and reconnects on its own.
    connect: (...args: unknown[]) =>
      args.length > 0
        ? Reflect.apply(pool.connect, pool, args)
        : withRetryableErrors(pool.connect().then((client) => wrapClient(client))),
    query: (...args: unknown[]) => withRetryableErrors(Reflect.apply(pool.query, pool, args)),
  });
}

function wrapClient(client: pg.PoolClient): pg.PoolClient {
  return overrideMethods(client, {
    query: (...args: unknown[]) => withRetryableErrors(Reflect.apply(client.query, client, args)),
  });
}

/** Returns a proxy with other methods. The remaining methods keep the original object as `this`. */
function overrideMethods<Original extends object>(
  original: Original,
  methods: Record<string, (...args: unknown[]) => unknown>,
): Original {
  return new Proxy(original, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) {
        return methods[name];
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function withRetryableErrors<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && (isDatabaseUnavailable(error) || isDatabaseSlow(error))) {
      Object.assign(error, { code: RETRYABLE_CODE });
    }
    throw error;
  }
}
