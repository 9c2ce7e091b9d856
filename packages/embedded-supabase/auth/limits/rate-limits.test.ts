import { expect, test } from "vitest";
import { createTestDatabase } from "#src/test-support/test-database.ts";
import {
  createRateLimits,
  PASSWORD_PER_ACCOUNT,
  PASSWORD_PER_ACCOUNT_AND_ADDRESS,
  PASSWORD_PER_ADDRESS,
} from "./rate-limits.ts";

const at = new Date("2026-03-02T09:00:00Z");

/** Creates rate limits in a new database, and a function that returns the counted points by limit name. */
async function createTestLimits(scale = 1) {
  const { pool } = await createTestDatabase();
  return {
    limits: createRateLimits(pool, { scale, now: () => at }),
    async points() {
      const { rows } = await pool.query<{ name: string; points: number }>(
        "select split_part(key, ':', 1) as name, points from embedded.rate_limits",
      );
      return Object.fromEntries(rows.map(({ name, points }) => [name, points]));
    },
  };
}

const address = { limit: PASSWORD_PER_ADDRESS, subject: "192.0.2.1" };
const accountAndAddress = {
  limit: PASSWORD_PER_ACCOUNT_AND_ADDRESS,
  subject: "ada@client.example",
  address: "192.0.2.1",
};
const account = { limit: PASSWORD_PER_ACCOUNT, subject: "ada@client.example" };

test("attempts rejected by the first counters do not count toward the next ones", async () => {
  const { limits, points } = await createTestLimits();
  // Run concurrently, because the stored count must still be exact.
  const attempts = Array.from({ length: 25 }, () => limits.consume([address, accountAndAddress], [account]));
  const rejected = (await Promise.allSettled(attempts)).filter(({ status }) => status === "rejected");
  expect(rejected).toHaveLength(5);
  expect(await points()).toEqual({
    [PASSWORD_PER_ADDRESS.name]: 25,
    [PASSWORD_PER_ACCOUNT_AND_ADDRESS.name]: 25,
    [PASSWORD_PER_ACCOUNT.name]: 20,
  });
});

test("rejects with Retry-After when one of the next counters is over its limit", async () => {
  const { limits } = await createTestLimits(1 / PASSWORD_PER_ACCOUNT.points);
  await limits.consume([], [account]);
  await expect(limits.consume([], [account])).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": String(PASSWORD_PER_ACCOUNT.seconds) },
  });
});

test("concurrent consume and adjust calls do not deadlock", async () => {
  const { limits, points } = await createTestLimits(1000);
  // One worker per connection of the pool, so that consume and adjust calls overlap.
  const worker = async () => {
    for (let round = 0; round < 30; round += 1) {
      await limits.consume([address], [account]);
      await limits.adjust({ refund: [address, account] });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(await points()).toEqual({ [PASSWORD_PER_ADDRESS.name]: 0, [PASSWORD_PER_ACCOUNT.name]: 0 });
});
