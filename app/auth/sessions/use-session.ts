import { useSyncExternalStore } from "react";
import type { Area } from "#app/api/client/area.ts";
import { getSessionStore, type SessionState } from "./session-store.ts";

const PRERENDERED: SessionState = { kind: "prerendered" };

export function useSession(area: Area): SessionState {
  const store = getSessionStore(area);
  return useSyncExternalStore(store.subscribe, store.get, () => PRERENDERED);
}
