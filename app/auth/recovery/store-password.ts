import type { AuthError } from "@supabase/auth-js";
import { type Auth, backend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { RECOVERY_WORDS } from "#domain/credentials.ts";
import { TOO_MANY } from "../refusal-words.ts";
import { forgetKeys, hasStoredSession } from "../sessions/stored-keys.ts";

export type StoredPassword =
  | { ok: true; house: House }
  /** `isOver`: the recovery session has ended, only a new link helps. */
  | { ok: false; words: string; isOver?: boolean };

/** Sets the new password and ends every session of the account, those of this browser included. */
export async function storePassword(auth: Auth, password: string): Promise<StoredPassword> {
  try {
    const { error } = await auth.updateUser({ password });
    if (error) return refusalOf(error);
    const { data } = await auth.getUser();
    if (!data.user) return { ok: false, words: RECOVERY_WORDS.sessionLost, isOver: true };
    const { error: notEnded } = await auth.signOut({ scope: "global" });
    if (notEnded) reportFailure(notEnded);
    const house: House = data.user.app_metadata.role === "admin" ? "admin" : "client";
    await forgetEndedSession(house, data.user.id);
    return { ok: true, house };
  } catch (error) {
    reportFailure(error);
    return { ok: false, words: RECOVERY_WORDS.resetFailed };
  }
}

function refusalOf(error: AuthError): StoredPassword {
  reportFailure(error);
  if (error.code === "weak_password")
    return { ok: false, words: "This password is too easy to guess. Please choose another one." };
  if (error.code === "same_password")
    return { ok: false, words: "The new password must differ from the old one." };
  if (error.status === 429) return { ok: false, words: TOO_MANY };
  if (error.status === 401 || error.status === 403 || error.name === "AuthSessionMissingError")
    return { ok: false, words: RECOVERY_WORDS.linkInvalid, isOver: true };
  return { ok: false, words: RECOVERY_WORDS.resetFailed };
}

/** A session of the same account that is stored here has just ended with the others. */
async function forgetEndedSession(house: House, userId: string): Promise<void> {
  if (!hasStoredSession(house)) return;
  const { data } = await (await backend(house)).auth.getSession();
  if (data.session?.user.id === userId) forgetKeys(house);
}
