import type { Simulation } from "../simulation.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";
import { nextDueAt, runDue } from "./due.ts";

/**
 * Moves the virtual clock forward, stopping at everything that becomes due on the way, so that retries and
 * transfers happen at their own times. Resolves when all of it is done.
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
    const due = [dispatcher.nextAttemptAt(), nextDueAt(store.state, store.now())];
    const times = due.flatMap((time) => time?.getTime() ?? []).filter((time) => time <= target);
    if (times.length === 0) break;
    moveTo(simulation, Math.min(...times));
    runDue(simulation);
    await dispatcher.settled();
  }
  moveTo(simulation, target);
}

/** Never backwards: what is overdue already happens at the present time. */
function moveTo({ store }: Simulation, time: number): void {
  const step = time - store.now().getTime();
  if (step <= 0) return;
  store.commit(({ state }) => {
    state.clockOffsetMs += step;
  });
}
