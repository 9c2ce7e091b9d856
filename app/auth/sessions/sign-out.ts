import { type Area, SESSION_KEYS } from "#app/api/client/area.ts";
import { clearDrafts } from "#app/components/drafts.ts";
import { clearStoredKeys, hasStoredSession } from "./session-storage.ts";
import { getSessionStore } from "./session-store.ts";

/** Signs out of both areas in this browser, clears all storage keys and discards drafts. */
export async function signOut(area: Area): Promise<void> {
  const otherAreas = Object.keys(SESSION_KEYS).filter((other): other is Area => other !== area);
  for (const other of otherAreas) {
    if (hasStoredSession(other)) {
      await getSessionStore(other).end();
    } else {
      clearStoredKeys(other);
    }
  }
  await getSessionStore(area).end();
  clearDrafts();
}

/** Ends a client session in this browser when an administrator opens the dashboard. */
export async function endClientSession(): Promise<void> {
  if (hasStoredSession("client")) {
    await getSessionStore("client").end();
  } else {
    clearStoredKeys("client");
  }
}
