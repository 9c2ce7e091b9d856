import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { ApiFailure, unanswered } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";

/**
 * Asks for another e-mail address; it counts once it was confirmed from its mailbox.
 * @throws ApiFailure when that could not be asked.
 */
export async function askForNewEmail(email: string): Promise<void> {
  const { auth } = await backend("client");
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${window.location.origin}/reset-password` },
  );
  if (error) throw failureOf(error);
}

/** A place where the person is signed in. */
export type OwnSession = {
  id: string;
  created_at: string;
  refreshed_at: string | null;
  user_agent: string | null;
  ip: string | null;
  current: boolean;
};

/**
 * Where the person is signed in.
 * @throws ApiFailure when it refused or did not answer.
 */
export async function ownSessions(house: House): Promise<OwnSession[]> {
  return (await callApi<{ sessions: OwnSession[] }>(house, "/api/own-sessions")).sessions;
}

/** @throws ApiFailure when it could not be ended. */
export async function endSession(house: House, id: string): Promise<void> {
  try {
    await callApi(house, `/api/own-sessions/${id}`, { method: "DELETE" });
  } catch (cause) {
    // One that has ended meanwhile is what was asked for.
    if (!(cause instanceof ApiFailure && cause.status === 404)) throw cause;
  }
}

/**
 * Ends every session of the account, this one included.
 * @throws ApiFailure when they could not be ended.
 */
export async function endAllSessions(house: House): Promise<void> {
  const { auth } = await backend(house);
  const { error } = await auth.signOut({ scope: "global" });
  if (error) throw failureOf(error);
}

/** The authentication service's refusal as every other one. */
export function failureOf(error: AuthError): ApiFailure {
  if (isAuthRetryableFetchError(error) || !error.status) return unanswered(error);
  return new ApiFailure(
    { status: error.status, code: error.code ?? "", message: error.message },
    { cause: error },
  );
}
