import type { Simulation } from "../simulation.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";
import { nextDueTime, runDue } from "./due.ts";

/**
 * Moves the virtual clock forward in steps, one per due time, so that retries and bank transfers happen at their
 * scheduled time. Resolves when all due work is done.
 */
export async function advanceClock(
  simulation: Simulation,
  dispatcher: Dispatcher,
  milliseconds: number,
): Promise<void> {
  const { store } = simulation;
  const target = store.now().getTime() + milliseconds;
  await dispatcher.settled();
  for (;;) {
    const dueTimes = [dispatcher.nextAttemptAt(), nextDueTime(store.state, store.now())];
    const times = dueTimes.flatMap((time) => time?.getTime() ?? []).filter((time) => time <= target);
    if (times.length === 0) {
      break;
    }
    moveClockTo(simulation, Math.min(...times));
    runDue(simulation);
    await dispatcher.settled();
  }
  moveClockTo(simulation, target);
}

/** Moves the clock to `time`. Does nothing if that is in the past, so overdue work runs at the current time. */
function moveClockTo({ store }: Simulation, time: number): void {
  const stepMs = time - store.now().getTime();
  if (stepMs <= 0) {
    return;
  }
  store.commit(({ state }) => {
    state.clockOffsetMs += stepMs;
  });
}
