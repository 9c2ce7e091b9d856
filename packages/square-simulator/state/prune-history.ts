import type { State } from "./state.ts";

const MAX_EVENTS = 1_000;
const MAX_IDEMPOTENCY_KEYS = 500;

/** Limits the size of the state file: removes old events, finished deliveries and idempotency records. */
export function pruneHistory(state: State): void {
  if (state.journal.length > MAX_EVENTS) {
    state.journal = state.journal.slice(-MAX_EVENTS);
    const keptEventIds = new Set(state.journal.map((entry) => entry.eventId));
    for (const delivery of Object.values(state.deliveries)) {
      const isFinished = delivery.status === "delivered" || delivery.status === "failed";
      if (isFinished && !keptEventIds.has(delivery.eventId)) {
        delete state.deliveries[delivery.id];
      }
    }
  }
  const keys = Object.keys(state.idempotency);
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_IDEMPOTENCY_KEYS))) {
    delete state.idempotency[key];
  }
}
