import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { backend } from "#app/data/backend.ts";
import { publicConfig } from "#app/data/config.ts";
import { ApiFailure, unanswered } from "#app/data/failure.ts";
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
export async function ownSessions(): Promise<OwnSession[] | null> {
  const answer = await askSessions("GET", "");
  if (answer.status === 404) return null;
  // Documented in docs/backend.md.
  const { sessions }: { sessions: OwnSession[] } = await answer.json();
  return sessions;
}

/** @throws ApiFailure when it could not be ended. */
export async function endSession(id: string): Promise<void> {
  await askSessions("DELETE", `/${id}`);
}

/**
 * Ends every session of the account, this one included.
 * @throws ApiFailure when they could not be ended.
 */
export async function endAllSessions(): Promise<void> {
  const { auth } = await backend("client");
  const { error } = await auth.signOut({ scope: "global" });
  if (error) throw failureOf(error);
}

async function askSessions(method: "GET" | "DELETE", path: string): Promise<Response> {
  const { supabaseUrl, publishableKey } = await publicConfig();
  const { auth } = await backend("client");
  const { data } = await auth.getSession();
  const headers = { apikey: publishableKey, Authorization: `Bearer ${data.session?.access_token}` };
  let answer: Response;
  try {
    answer = await fetch(`${supabaseUrl}/auth/v1/embedded/sessions${path}`, { method, headers });
  } catch (cause) {
    throw unanswered(cause);
  }
  noteRefusal("client", answer);
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
