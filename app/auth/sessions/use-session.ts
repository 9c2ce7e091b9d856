import { useSyncExternalStore } from "react";
import type { Area } from "#app/api/client/area.ts";
import { type SessionState, sessionStore } from "./session-store.ts";

const CHECKING: SessionState = { kind: "checking" };

export function useSession(area: Area): SessionState {
  const store = sessionStore(area);
  return useSyncExternalStore(store.subscribe, store.get, () => CHECKING);
}
