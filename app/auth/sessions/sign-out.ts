import { type House, sessionKeys } from "#app/api/house.ts";
import { sessionStore } from "./session-store.ts";
import { forgetKeys, hasStoredSession } from "./stored-keys.ts";

/** Signs out of every house of this browser: after Logout none of the storage keys is left. */
export async function signOut(house: House): Promise<void> {
  const others = Object.keys(sessionKeys).filter((other): other is House => other !== house);
  for (const other of others) {
    if (hasStoredSession(other)) await sessionStore(other).end();
    else forgetKeys(other);
  }
  await sessionStore(house).end();
}

/** An administrator on the dashboard is nobody's client in this browser (specification section 4). */
export async function forgetClientSession(): Promise<void> {
  if (hasStoredSession("client")) await sessionStore("client").end();
  else forgetKeys("client");
}
