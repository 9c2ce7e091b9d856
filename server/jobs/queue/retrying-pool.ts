import type pg from "pg";
import { isDatabaseSlow, isDatabaseUnavailable } from "#server/http/errors.ts";

/** graphile-worker retries after errors with this code. Other connection errors would stop the worker. */
const RETRYABLE_CODE = "EHOSTUNREACH";

/**
 * Wraps the pool for graphile-worker. Errors that mean the database is unavailable or too slow get an error code that
 * makes the library retry. The library records job outcomes without awaiting the promise, so any other error would be
 * an unhandled rejection and end the process.
 */
export function createRetryingPool(pool: pg.Pool): pg.Pool {
  return overrideMethods(pool, {
    // The library passes a callback to listen for new jobs, and reconnects automatically.
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

/** Returns a proxy that overrides some methods. All other methods are bound to the original object. */
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
