import { useSyncExternalStore } from "react";
import type { House } from "#app/api/house.ts";
import { type SessionState, sessionStore } from "./session-store.ts";

const checking: SessionState = { kind: "checking" };

/** A house's session: being checked, signed out, signed in, or not to be had because the backend is away. */
export function useSession(house: House): SessionState {
  const store = sessionStore(house);
  return useSyncExternalStore(store.subscribe, store.get, () => checking);
}
