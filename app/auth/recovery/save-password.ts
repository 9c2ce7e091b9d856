import type { AuthError } from "@supabase/auth-js";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { getSupabase, type SupabaseAuth } from "#app/api/client/supabase.ts";
import { RECOVERY_MESSAGES } from "#domain/sign-in/credentials.ts";
import { RATE_LIMITED_MESSAGE } from "../error-messages.ts";
import { clearStoredKeys, hasStoredSession } from "../sessions/session-storage.ts";

export type SavePasswordResult =
  | { ok: true; area: Area; email: string }
  /** With `isSessionOver`, the recovery session has ended and a new link is required. */
  | { ok: false; message: string; isSessionOver?: boolean };

/** Saves the new password and ends all sessions of the account, including those in this browser. */
export async function savePassword(auth: SupabaseAuth, password: string): Promise<SavePasswordResult> {
  try {
    const { error } = await auth.updateUser({ password });
    if (error) {
      return toFailure(error);
    }
    const { data } = await auth.getUser();
    if (!data.user) {
      return { ok: false, message: RECOVERY_MESSAGES.sessionLost, isSessionOver: true };
    }
    const { error: signOutError } = await auth.signOut({ scope: "global" });
    if (signOutError) {
      logRequestError(signOutError);
    }
    const area: Area = data.user.app_metadata.role === "admin" ? "admin" : "client";
    await clearEndedSession(area, data.user.id);
    return { ok: true, area, email: data.user.email ?? "" };
  } catch (error) {
    logRequestError(error);
    return { ok: false, message: RECOVERY_MESSAGES.resetFailed };
  }
}

function toFailure(error: AuthError): SavePasswordResult {
  logRequestError(error);
  if (error.code === "weak_password") {
    return { ok: false, message: "This password is too easy to guess. Choose a different one." };
  }
  if (error.code === "same_password") {
    return { ok: false, message: "Choose a password that's different from your current one." };
  }
  if (error.status === 429) {
    return { ok: false, message: RATE_LIMITED_MESSAGE };
  }
  if (error.status === 401 || error.status === 403 || error.name === "AuthSessionMissingError") {
    return { ok: false, message: RECOVERY_MESSAGES.linkInvalid, isSessionOver: true };
  }
  return { ok: false, message: RECOVERY_MESSAGES.resetFailed };
}

/** Clears the stored session if it belongs to the same account. */
async function clearEndedSession(area: Area, userId: string): Promise<void> {
  if (!hasStoredSession(area)) {
    return;
  }
  const { data } = await (await getSupabase(area)).auth.getSession();
  if (data.session?.user.id === userId) {
    clearStoredKeys(area);
  }
}
