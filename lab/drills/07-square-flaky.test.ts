import { expect, test } from "vitest";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { recomputeOverdue } from "#server/payments/sync/recompute-overdue.ts";
import { createFlakyNetwork } from "#tests/square/flaky-network.ts";
import { createStorm, type Storm } from "#tests/square/storm.ts";
import { findDifferences } from "#tests/square/storm-differences.ts";
import { retryJobsNow } from "#tests/square/storm-faults.ts";
import { recordFigures } from "./support/record-figures.ts";

const SEED = Number(process.env.DRILL_SEED ?? 20_261_122);
const EVENTS = Number(process.env.DRILL_EVENTS ?? 60);
const FAILURE_PERCENT = 30;
/** The queue gives up on a job after 25 attempts. */
const MAX_JOB_ROUNDS = 25;
const HOUR_MS = 3_600_000;
const ERROR_MESSAGES = [
  "We couldn't reach Square.",
  "Square is limiting requests. Try again shortly.",
  "We couldn't read Square's response.",
];

const SYNCS = 6;
const MAX_SYNC_ATTEMPTS = 5;
/** Shorter pauses than in the product, to keep the drill fast. */
const PAUSE_LIMITS = { firstDelayMs: 1, maxDelayMs: 20, maxTotalMs: 2_000 };

test(`webhooks and syncs match Square to the cent within bounded attempts when ${FAILURE_PERCENT} % of calls fail (seed ${SEED})`, async () => {
  const network = createFlakyNetwork(SEED, FAILURE_PERCENT);
  // Disable other storm actions, so that only random failures occur.
  const disabledActions = ["failApiCalls", "goOffline", "reconnect", "sync", "retryJobs"] as const;
  const storm = await createStorm(SEED, {
    wrapFetch: network.wrap,
    exclude: disabledActions,
    payments: { pauseLimits: PAUSE_LIMITS },
  });
  const { simulator } = storm.fixture;
  network.enable();
  await storm.runUntil(EVENTS);
  const rounds = await processAllWebhooks(storm);
  expect((await findDifferences(storm, "not synced")).slice(0, 20)).toEqual([]);
  recordFigures(
    `seed ${SEED}, ${simulator.journal().length} events: ${network.failureCount()} of ${network.callCount()} calls failed, all webhooks processed within ${rounds} attempts, amounts equal to the cent`,
  );

  // Syncs find changes without webhooks. Each one is repeated until it succeeds.
  const before = { calls: network.callCount(), failed: network.failureCount() };
  const attempts: number[] = [];
  for (let round = 0; round < SYNCS; round += 1) {
    simulator.addWebhookFault({ fault: "hold", times: Number.POSITIVE_INFINITY });
    await storm.runUntil(simulator.journal().length + 10);
    attempts.push(await syncUntilSuccess(storm));
    expect((await findDifferences(storm, "synced")).slice(0, 20)).toEqual([]);
  }
  const failed = network.failureCount() - before.failed;
  expect(failed).toBeGreaterThan(0);
  const failedSyncs = attempts.reduce((sum, count) => sum + count - 1, 0);
  recordFigures(
    `${SYNCS} syncs: ${failed} of ${network.callCount() - before.calls} calls failed, ${failedSyncs} gave up with an error message, at most ${Math.max(...attempts)} attempts, amounts equal to the cent`,
  );
});

/** Delivers all webhooks and runs the queue until it is empty. Returns the number of rounds. */
async function processAllWebhooks({ fixture }: Storm): Promise<number> {
  await fixture.simulator.releaseHeld("reversed");
  for (let hours = 0; hours < 26; hours += 1) {
    fixture.clock.now = new Date(fixture.clock.now.getTime() + HOUR_MS);
    await fixture.simulator.advanceClock(0);
  }
  await recomputeOverdue(fixture.payments);
  await fixture.runJobs();
  let attempts = 1;
  for (; (await retryJobsNow(fixture)) > 0; attempts += 1) {
    expect(attempts).toBeLessThan(MAX_JOB_ROUNDS);
    await fixture.runJobs();
  }
  // A job that the queue gave up on would still be in the table.
  expect((await fixture.pool.query("select task_identifier from graphile_worker.jobs")).rows).toEqual([]);
  return attempts;
}

/** Syncs until it succeeds. Failed syncs report an error and keep the stored data. Returns the number of attempts. */
async function syncUntilSuccess({ fixture }: Storm): Promise<number> {
  for (let attempts = 1; ; attempts += 1) {
    const count = async () =>
      Number((await fixture.pool.query("select count(*) from public.invoices")).rows[0].count);
    const stored = await count();
    const { status, body } = await fixture.sync();
    if (body.success === true) {
      return attempts;
    }
    expect({ status, error: body.error }).toEqual({ status: 502, error: body.message });
    expect(ERROR_MESSAGES).toContain(body.message);
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({
      connected: true,
      last_error: body.message,
    });
    expect(await count()).toBeGreaterThanOrEqual(stored);
    expect(attempts).toBeLessThan(MAX_SYNC_ATTEMPTS);
  }
}
