import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#src/test-support/test-database.ts";
import { withTransaction } from "../../transaction.ts";
import { unlockAccount } from "../accounts/unlock-account.ts";
import { createRateLimits } from "../limits/rate-limits.ts";
import { countLink } from "./link-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("the number of links that are emailed to an account", () => {
  let database: TestDatabase;
  let clock = Date.parse("2026-03-02T09:00:00Z");
  const createLimits = () => createRateLimits(database.pool, { scale: 1, now: () => new Date(clock) });

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  /** Requests links one minute apart. Returns how many of them may be emailed. */
  async function countAllowed(
    requests: number,
    link: { userId: string; getAddress?: (request: number) => string },
  ): Promise<number> {
    const { userId, getAddress = () => "192.0.2.1" } = link;
    let allowed = 0;
    for (let request = 0; request < requests; request += 1) {
      await withTransaction(database.pool, (client) =>
        countLink(createLimits(), client, { userId, purpose: "recovery", address: getAddress(request) }),
      ).then(
        () => {
          allowed += 1;
        },
        (error) => expect(error).toMatchObject({ status: 429 }),
      );
      clock += MINUTE_MS;
    }
    return allowed;
  }
  const fromManyAddresses = (request: number) => `198.51.100.${request}`;

  test("is at most 5 per hour and 10 per day for requests from one address", async () => {
    const userId = randomUUID();
    expect(await countAllowed(30, { userId })).toBe(5);
    clock += HOUR_MS;
    expect(await countAllowed(30, { userId })).toBe(5);
    clock += HOUR_MS;
    expect(await countAllowed(30, { userId })).toBe(0);
    clock += 24 * HOUR_MS;
    expect(await countAllowed(30, { userId })).toBe(5);
  });

  test("is at most 10 per hour and 20 per day for requests from many addresses", async () => {
    const userId = randomUUID();
    const getAddress = fromManyAddresses;
    expect(await countAllowed(30, { userId, getAddress })).toBe(10);
    clock += HOUR_MS;
    expect(await countAllowed(30, { userId, getAddress })).toBe(10);
    clock += HOUR_MS;
    expect(await countAllowed(30, { userId, getAddress })).toBe(0);
    clock += 24 * HOUR_MS;
    expect(await countAllowed(30, { userId, getAddress })).toBe(10);
  });

  test("does not include links that were not sent", async () => {
    const userId = randomUUID();
    const rollBack = withTransaction(database.pool, async (client) => {
      await countLink(createLimits(), client, { userId, purpose: "recovery", address: "192.0.2.1" });
      throw new Error("the outbox is unavailable");
    });
    await expect(rollBack).rejects.toThrow("the outbox is unavailable");
    expect(await countAllowed(10, { userId })).toBe(5);
  });

  test("is reset when the account is unlocked", async () => {
    const userId = randomUUID();
    expect(await countAllowed(10, { userId })).toBe(5);
    expect(await countAllowed(10, { userId, getAddress: fromManyAddresses })).toBe(5);
    await unlockAccount(database.pool, createLimits(), { id: userId, email: "ada@example.com" });
    expect(await countAllowed(10, { userId })).toBe(5);
    expect(await countAllowed(10, { userId, getAddress: fromManyAddresses })).toBe(5);
  });
});
