import type { EventDraft } from "../webhooks/record-event.ts";
import { recordEvent } from "../webhooks/record-event.ts";
import { pruneHistory } from "./prune-history.ts";
import { type Delivery, lookedUpSafely, type State } from "./state.ts";
import { writeStateFile } from "./state-file.ts";

/** What an action may do: change the state, ask for the time, and tell the world. */
export type Change = {
  state: State;
  at: Date;
  emit: (event: EventDraft) => void;
};

export type Store = {
  readonly state: State;
  /** The virtual time. */
  now: () => Date;
  /** Runs one change. It is in the file, with its events, before this returns. */
  commit: <T>(work: (change: Change) => T) => T;
  /** For what may be lost in a crash, such as the bookkeeping of deliveries: written a little later. */
  note: (work: (state: State) => void) => void;
  replace: (state: State) => void;
  close: () => void;
};

export type StoreOptions = {
  state: State;
  stateFile: string | undefined;
  now: () => Date;
  onDeliveries: (deliveries: Delivery[]) => void;
};

const NOTE_DELAY_MS = 250;

export function createStore(options: StoreOptions): Store {
  let state = lookedUpSafely(options.state);
  let pendingWrite: NodeJS.Timeout | null = null;

  const now = () => new Date(options.now().getTime() + state.clockOffsetMs);
  const save = () => {
    if (pendingWrite) clearTimeout(pendingWrite);
    pendingWrite = null;
    if (!options.stateFile) return;
    pruneHistory(state);
    writeStateFile(options.stateFile, state);
  };

  return {
    get state() {
      return state;
    },
    now,
    commit(work) {
      const at = now();
      const drafts: EventDraft[] = [];
      const result = work({ state, at, emit: (draft) => drafts.push(draft) });
      const deliveries = drafts.flatMap((draft) => recordEvent(state, draft, at));
      save();
      if (deliveries.length > 0) options.onDeliveries(deliveries);
      return result;
    },
    note(work) {
      work(state);
      if (!options.stateFile || pendingWrite) return;
      pendingWrite = setTimeout(save, NOTE_DELAY_MS);
      pendingWrite.unref();
    },
    replace(next) {
      state = lookedUpSafely(next);
      save();
    },
    close() {
      if (pendingWrite) save();
    },
  };
}
