import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { backend } from "#app/data/backend.ts";
import { publicConfig } from "#app/data/config.ts";
import { ApiFailure, unanswered } from "#app/data/failure.ts";
import type { House } from "#app/data/house.ts";
import { noteRefusal } from "#app/data/session-refused.ts";

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
 * Where the person is signed in; null where the backend does not tell, as hosted projects do not.
 * @throws ApiFailure when it refused or did not answer.
 */
export async function ownSessions(house: House): Promise<OwnSession[] | null> {
  const answer = await askSessions(house, "GET", "");
  if (answer.status === 404) return null;
  // Documented in docs/backend.md.
  const { sessions }: { sessions: OwnSession[] } = await answer.json();
  return sessions;
}

/** @throws ApiFailure when it could not be ended. */
export async function endSession(house: House, id: string): Promise<void> {
  await askSessions(house, "DELETE", `/${id}`);
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

async function askSessions(house: House, method: "GET" | "DELETE", path: string): Promise<Response> {
  const { supabaseUrl, publishableKey } = await publicConfig();
  const { auth } = await backend(house);
  const { data } = await auth.getSession();
  const headers = { apikey: publishableKey, Authorization: `Bearer ${data.session?.access_token}` };
  let answer: Response;
  try {
    answer = await fetch(`${supabaseUrl}/auth/v1/embedded/sessions${path}`, { method, headers });
  } catch (cause) {
    throw unanswered(cause);
  }
  // Supabase Auth says 403 of a session or an account that is gone.
  noteRefusal(house, answer.status === 403 ? { status: 401 } : answer);
  // One that has ended meanwhile is what was asked for; no such address is an answer too.
  if (answer.ok || answer.status === 404) return answer;
  throw new ApiFailure({ status: answer.status, code: "", message: "The sessions could not be asked for." });
}

/** The authentication service's refusal as every other one. */
export function failureOf(error: AuthError): ApiFailure {
  if (isAuthRetryableFetchError(error) || !error.status) return unanswered(error);
  return new ApiFailure(
    { status: error.status, code: error.code ?? "", message: error.message },
    { cause: error },
  );
}
