import { expect, test } from "vitest";
import { aDatabase } from "#tests/support/database.ts";
import {
  createRateLimits,
  passwordPerAccount,
  passwordPerAccountFrom,
  passwordPerAddress,
} from "./rate-limits.ts";

const at = new Date("2026-03-02T09:00:00Z");

/** The limits on a database of this test, and what the table holds for each of their names. */
async function someLimits(scale = 1) {
  const { pool } = await aDatabase();
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

const address = { limit: passwordPerAddress, by: "192.0.2.1" };
const accountFrom = { limit: passwordPerAccountFrom, by: "ada@client.example", from: "192.0.2.1" };
const account = { limit: passwordPerAccount, by: "ada@client.example" };

test("what the first counters refuse counts on none of the next, to the exact try", async () => {
  const { limits, points } = await someLimits();
  // All at once: the counter itself has to be exact, not only what one caller sees of it.
  const tries = Array.from({ length: 25 }, () => limits.take([address, accountFrom], [account]));
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(5);
  expect(await points()).toEqual({
    [passwordPerAddress.name]: 25,
    [passwordPerAccountFrom.name]: 25,
    [passwordPerAccount.name]: 20,
  });
});

test("a full counter among the next refuses and says when to come back", async () => {
  const { limits } = await someLimits(1 / passwordPerAccount.points);
  await limits.take([], [account]);
  await expect(limits.take([], [account])).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": String(passwordPerAccount.seconds) },
  });
});

test("counting and settling the same counters at once never wait for each other", async () => {
  const { limits, points } = await someLimits(1000);
  // As many as the pool has connections, each of which goes on counting while others settle.
  const lane = async () => {
    for (let round = 0; round < 30; round += 1) {
      await limits.take([address], [account]);
      await limits.settle({ givenBack: [address, account] });
    }
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  expect(await points()).toEqual({ [passwordPerAddress.name]: 0, [passwordPerAccount.name]: 0 });
});
