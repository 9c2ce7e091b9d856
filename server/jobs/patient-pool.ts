import type pg from "pg";
import { isDatabaseAway, isDatabaseSlow } from "#server/errors.ts";

/** What the queue's library waits for and tries again. A database that went away in another way would end its worker. */
const UNREACHABLE = "EHOSTUNREACH";

/**
 * The pool as the queue's library should see it: whatever shows that the database is away or too slow, in the middle of a
 * statement too, carries the one code after which the library tries again. It notes how a job ended without anybody waiting for
 * that; a failure there would be an unhandled one, and would end the process.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  return withMethods(pool, {
    // The library listens for new jobs with a callback, and begins that again by itself.
    connect: (...given: unknown[]) =>
      given.length > 0
        ? Reflect.apply(pool.connect, pool, given)
        : patiently(pool.connect().then((client) => patientClient(client))),
    query: (...given: unknown[]) => patiently(Reflect.apply(pool.query, pool, given)),
  });
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  return withMethods(client, {
    query: (...given: unknown[]) => patiently(Reflect.apply(client.query, client, given)),
  });
}

/** The same object with other methods; its own ones go on working on itself. */
function withMethods<Original extends object>(
  original: Original,
  methods: Record<string, (...given: unknown[]) => unknown>,
): Original {
  return new Proxy(original, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function patiently<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof Error && (isDatabaseAway(cause) || isDatabaseSlow(cause)))
      Object.assign(cause, { code: UNREACHABLE });
    throw cause;
  }
}
