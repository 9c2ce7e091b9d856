import type { State } from "./state.ts";

const KEPT_EVENTS = 1_000;
const KEPT_ANSWERS = 500;

/** Keeps a state file from growing for ever: forgets old events, finished deliveries and repeated-request answers. */
export function pruneHistory(state: State): void {
  if (state.journal.length > KEPT_EVENTS) {
    state.journal = state.journal.slice(-KEPT_EVENTS);
    const kept = new Set(state.journal.map((entry) => entry.eventId));
    for (const delivery of Object.values(state.deliveries)) {
      const isFinished = delivery.status === "delivered" || delivery.status === "failed";
      if (isFinished && !kept.has(delivery.eventId)) delete state.deliveries[delivery.id];
    }
  }
  const keys = Object.keys(state.idempotency);
  for (const key of keys.slice(0, Math.max(0, keys.length - KEPT_ANSWERS))) delete state.idempotency[key];
}
