import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, type Database } from "#server/database/database.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";

const LIMIT = { name: "contact", points: 3, seconds: 60 };
const ADDRESS = "203.0.113.9";

let pool: TestDatabase["pool"];
let database: Database;
const clock = { now: new Date() };
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  database = createDatabase(pool);
});
beforeEach(async () => {
  clock.now = new Date("2026-03-02T10:00:00Z");
  await pool.query("delete from private.rate_limits");
});

/** Counts one request. @returns null if it is allowed, otherwise the seconds of Retry-After. */
async function take(key = ADDRESS, { limit = LIMIT, scale = 1 } = {}): Promise<number | null> {
  const rateLimits = createRateLimits(scale, () => clock.now);
  try {
    await database.bypassPolicies({ reason: "test" }, (query) => rateLimits.take(query, limit, key));
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    expect(error).toMatchObject({ status: 429, code: "too_many_requests" });
    return Number(error.headers["Retry-After"]);
  }
}

const takeTimes = async (times: number, ...options: Parameters<typeof take>) => {
  const results: (number | null)[] = [];
  for (let index = 0; index < times; index += 1) {
    results.push(await take(...options));
  }
  return results;
};

const advanceClock = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

describe("a rate limit", () => {
  test("allows the configured number of requests and rejects the next one with Retry-After", async () => {
    expect(await takeTimes(4)).toEqual([null, null, null, 60]);
  });

  test("reports the remaining seconds, rounded up and at least 1", async () => {
    await takeTimes(3);
    advanceClock(10.2);
    expect(await take()).toBe(50);
    advanceClock(49.7);
    expect(await take()).toBe(1);
  });

  test("allows requests again when its window has ended", async () => {
    await takeTimes(4);
    advanceClock(60);
    expect(await takeTimes(4)).toEqual([null, null, null, 60]);
  });

  test("does not extend the window when requests are rejected", async () => {
    await takeTimes(10);
    advanceClock(59);
    expect(await take()).toBe(1);
    advanceClock(1);
    expect(await take()).toBeNull();
  });

  test("counts each key and each limit separately", async () => {
    await takeTimes(4);
    expect(await take("203.0.113.10")).toBeNull();
    expect(await take(ADDRESS, { limit: { ...LIMIT, name: "bounce" } })).toBeNull();
    expect(await take()).toBe(60);
  });

  test("counts the addresses of one IPv6 network together", async () => {
    const addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3", "2001:db8:1:2::4"];
    const results = [];
    for (const address of addresses) {
      results.push(await take(toNetworkPrefix(address)));
    }
    expect(results).toEqual([null, null, null, 60]);
    expect(await take(toNetworkPrefix("2001:db8:1:3::1"))).toBeNull();
  });

  test("is multiplied by RATE_LIMIT_SCALE", async () => {
    expect(await takeTimes(7, ADDRESS, { scale: 2 })).toEqual([...Array(6).fill(null), 60]);
    expect(await takeTimes(2, "203.0.113.10", { scale: 1 / 3 })).toEqual([null, 60]);
  });

  test("accepts exactly the configured number of concurrent requests", async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => take()));
    expect(results.filter((result) => result === null)).toHaveLength(LIMIT.points);
  });

  test("does not count a request whose transaction is rolled back", async () => {
    const rateLimits = createRateLimits(1, () => clock.now);
    const rolledBackTransaction = database.bypassPolicies({ reason: "test" }, async (query) => {
      await rateLimits.take(query, LIMIT, ADDRESS);
      throw new Error("rolled back");
    });
    await expect(rolledBackTransaction).rejects.toThrow("rolled back");
    expect(await takeTimes(4)).toEqual([null, null, null, 60]);
  });

  test("accepts any key as data, including SQL and very long text", async () => {
    for (const key of ["'; drop table private.rate_limits; --", "x".repeat(2_000), "contact:contact", ""]) {
      expect(await takeTimes(4, key)).toEqual([null, null, null, 60]);
    }
  });
});
