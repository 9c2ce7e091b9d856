import type pg from "pg";

/** What a request may wait for the database in all: it is answered within ten seconds, however many its questions are. */
const IN_ALL_MS = 8_500;

/** How long one request has waited for the database. Questions asked at once count once. */
export type DatabaseTime = {
  /** Milliseconds it may still wait; at least 0. */
  left(): number;
  /** Counts the time until `waiting` is settled. */
  count<Result>(waiting: Promise<Result>): Promise<Result>;
};

export function databaseTime(): DatabaseTime {
  let spent = 0;
  let underWay = 0;
  let since = 0;
  return {
    left: () => Math.max(0, IN_ALL_MS - spent - (underWay > 0 ? performance.now() - since : 0)),
    async count(waiting) {
      if (underWay === 0) since = performance.now();
      underWay += 1;
      try {
        return await waiting;
      } finally {
        underWay -= 1;
        if (underWay === 0) spent += performance.now() - since;
      }
    },
  };
}

/**
 * Makes whoever asks the pool for a request wait no longer than the request's time: then connecting and asking fail as
 * they do when the database says nothing. Without limits of their own, twenty questions to a database that takes two
 * seconds each would be a wait of forty.
 * @param timeOf the time of whatever asks at this moment; undefined outside requests, which have none.
 */
export function hurry(pool: pg.Pool, timeOf: () => DatabaseTime | undefined): pg.Pool {
  const connect = pool.connect.bind(pool);
  pool.on("connect", (client) => {
    const query = client.query.bind(client);
    const inTime = (...given: unknown[]) => {
      const time = timeOf();
      const [question, ...rest] = given;
      // A callback's or a stream's owner is a library, which has limits of its own.
      if (!time || rest.some(isCallback) || isSubmittable(question))
        return Reflect.apply(query, client, given);
      const left = Math.ceil(time.left());
      if (left === 0) return Promise.reject(new Error("Query read timeout"));
      const config = typeof question === "string" ? { text: question } : question;
      return time.count(
        Reflect.apply(query, client, [{ ...(config as object), query_timeout: left }, ...rest]),
      );
    };
    Object.assign(client, { query: inTime });
  });
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    connect: (...given: unknown[]) => {
      const time = timeOf();
      return time && given.length === 0
        ? time.count(connectWithin(time.left(), connect))
        : Reflect.apply(connect, pool, given);
    },
    query: (...given: unknown[]) =>
      !timeOf() || given.some(isCallback) || isSubmittable(given[0])
        ? Reflect.apply(query, pool, given)
        : askOnce(pool, given),
  });
}

/** As the pool's own `query`, which would connect with a callback and so leave the request behind. */
async function askOnce(pool: pg.Pool, given: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await Reflect.apply(client.query, client, given);
  } catch (cause) {
    broken = cause as Error;
    throw cause;
  } finally {
    client.release(broken);
  }
}

async function connectWithin(ms: number, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const connecting = connect();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("timeout exceeded when trying to connect")), ms);
  let isOver = false;
  // Who comes too late goes to the next in the queue.
  connecting.then(
    (client) => isOver && client.release(),
    () => {},
  );
  try {
    return await Promise.race([connecting, late.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

const isCallback = (given: unknown) => typeof given === "function";
const isSubmittable = (question: unknown) =>
  typeof question === "object" && question !== null && "submit" in question;
