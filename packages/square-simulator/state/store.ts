import type { EventDraft } from "../webhooks/record-event.ts";
import { recordEvent } from "../webhooks/record-event.ts";
import { pruneHistory } from "./prune-history.ts";
import { type Delivery, removePrototypes, type State } from "./state.ts";
import { writeStateFile } from "./state-file.ts";

/** The context of one commit: the mutable state, the current virtual time, and a function that emits events. */
export type Change = {
  state: State;
  at: Date;
  emit: (event: EventDraft) => void;
};

export type Store = {
  readonly state: State;
  /** Increases with every change of the state. */
  readonly revision: number;
  /** The current virtual time. */
  now: () => Date;
  /** Runs one change. The state and its events are saved before this returns. */
  commit: <T>(work: (change: Change) => T) => T;
  /** Runs synchronous work whose changes are saved together, when it returns. Changes are kept if it throws. */
  batch: <T>(work: () => T) => T;
  /** Runs a change that may be lost in a crash, such as a delivery status. It is saved after a short delay. */
  update: (work: (state: State) => void) => void;
  replace: (state: State) => void;
  close: () => void;
};

export type StoreOptions = {
  state: State;
  stateFile: string | undefined;
  now: () => Date;
  onDeliveries: (deliveries: Delivery[]) => void;
};

const SAVE_DELAY_MS = 250;

export function createStore(options: StoreOptions): Store {
  let state = removePrototypes(options.state);
  let revision = 0;
  let pendingWrite: NodeJS.Timeout | null = null;
  let isBatching = false;
  let batchedDeliveries: Delivery[] = [];

  const now = () => new Date(options.now().getTime() + state.clockOffsetMs);
  const save = () => {
    if (pendingWrite) {
      clearTimeout(pendingWrite);
    }
    pendingWrite = null;
    if (!options.stateFile) {
      return;
    }
    pruneHistory(state);
    writeStateFile(options.stateFile, state);
  };

  return {
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    now,
    commit(work) {
      revision += 1;
      const at = now();
      const drafts: EventDraft[] = [];
      const result = work({ state, at, emit: (draft) => drafts.push(draft) });
      const deliveries = drafts.flatMap((draft) => recordEvent(state, draft, at));
      if (isBatching) {
        batchedDeliveries.push(...deliveries);
        return result;
      }
      save();
      if (deliveries.length > 0) {
        options.onDeliveries(deliveries);
      }
      return result;
    },
    batch(work) {
      isBatching = true;
      try {
        return work();
      } finally {
        isBatching = false;
        save();
        const deliveries = batchedDeliveries;
        batchedDeliveries = [];
        if (deliveries.length > 0) {
          options.onDeliveries(deliveries);
        }
      }
    },
    update(work) {
      revision += 1;
      work(state);
      if (!options.stateFile || pendingWrite) {
        return;
      }
      pendingWrite = setTimeout(save, SAVE_DELAY_MS);
      pendingWrite.unref();
    },
    replace(next) {
      revision += 1;
      state = removePrototypes(next);
      save();
    },
    close() {
      if (pendingWrite) {
        save();
      }
    },
  };
}
