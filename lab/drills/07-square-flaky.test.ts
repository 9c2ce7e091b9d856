import { expect, test } from "vitest";
import { aFlakyWay } from "#tests/square/flaky.ts";
import { aStorm, type Storm } from "#tests/square/storm.ts";
import { differences } from "#tests/square/storm-differences.ts";
import { retryJobsNow } from "#tests/square/storm-weather.ts";
import { figures } from "./figures.ts";

const seed = Number(process.env.DRILL_SEED ?? 20_261_122);
const events = Number(process.env.DRILL_EVENTS ?? 60);
const PERCENT = 30;
/** The queue gives a notification up after 25 tries, an administrator long before. */
const MOST_ROUNDS = 25;
const HOUR_MS = 3_600_000;
const SENTENCES = [
  "Square is not reachable at the moment.",
  "Square asks for fewer requests at the moment.",
  "Square's answer could not be read.",
];

const SYNCS = 6;
const MOST_TRIES = 5;
/** The SDK's repetitions, as many as the product allows. */
const RETRIES = 2;

test(`${PERCENT} of 100 calls to Square fail (seed ${seed}): notifications and synchronizations agree with it to the cent within bounded tries`, async () => {
  const way = aFlakyWay(seed, PERCENT);
  // No other weather: what fails here fails by chance.
  const without = ["outage", "slam", "reconnect", "sync", "retryJobs"] as const;
  const storm = await aStorm(seed, { through: way.through, without, maxRetries: RETRIES });
  const { simulator } = storm.world;
  way.begin();
  await storm.rage(events);
  const rounds = await heardAll(storm);
  expect((await differences(storm, "not synced")).slice(0, 20)).toEqual([]);
  figures(
    `seed ${seed}, ${simulator.journal().length} events: ${way.failed()} of ${way.calls()} calls failed, every notification done within ${rounds} tries, to the cent`,
  );

  // What no notification told of is found by a synchronization, which is begun anew until one comes through.
  const before = { calls: way.calls(), failed: way.failed() };
  const tries: number[] = [];
  for (let round = 0; round < SYNCS; round += 1) {
    simulator.webhookFault({ twist: "hold", times: Number.POSITIVE_INFINITY });
    await storm.rage(simulator.journal().length + 10);
    tries.push(await syncedWithin(storm));
    expect((await differences(storm, "synced")).slice(0, 20)).toEqual([]);
  }
  const failed = way.failed() - before.failed;
  expect(failed).toBeGreaterThan(0);
  const gaveUp = tries.reduce((sum, count) => sum + count - 1, 0);
  figures(
    `${SYNCS} synchronizations: ${failed} of ${way.calls() - before.calls} calls failed, ${gaveUp} gave up with a sentence, at most ${Math.max(...tries)} tries, each to the cent`,
  );
});

/** Lets every notification arrive, and the queue try until nothing waits. @returns how often it tried. */
async function heardAll({ world }: Storm): Promise<number> {
  await world.simulator.release("reversed");
  for (let hours = 0; hours < 26; hours += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + HOUR_MS);
    await world.simulator.advanceClock(0);
  }
  await world.payments.recomputeOverdue();
  await world.work();
  let tries = 1;
  for (; (await retryJobsNow(world)) > 0; tries += 1) {
    expect(tries).toBeLessThan(MOST_ROUNDS);
    await world.work();
  }
  // Given up, a job would not be tried again and still be there.
  expect((await world.pool.query("select task_identifier from graphile_worker.jobs")).rows).toEqual([]);
  return tries;
}

/** Presses the button until it succeeds. Each one that gives up says why, and leaves what is stored. @returns how often. */
async function syncedWithin({ world }: Storm): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const count = async () =>
      Number((await world.pool.query("select count(*) from public.invoices")).rows[0].count);
    const stored = await count();
    const { status, body } = await world.sync();
    if (body.success === true) return tries;
    expect({ status, error: body.error }).toEqual({ status: 502, error: body.message });
    expect(SENTENCES).toContain(body.message);
    expect(await world.payments.status()).toMatchObject({ connected: true, last_error: body.message });
    expect(await count()).toBeGreaterThanOrEqual(stored);
    expect(tries).toBeLessThan(MOST_TRIES);
  }
}
