import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, toNetworkError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import type { ChangePassword } from "#domain/sign-in/credentials.ts";

/**
 * Sends a confirmation link to a new email address. The address changes when the user opens the link.
 * @throws {ApiError}
 */
export async function requestEmailChange(email: string): Promise<void> {
  await requireRecentSignIn("client");
  const { auth } = await getSupabase("client");
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${window.location.origin}/reset-password` },
  );
  if (error) {
    throw fromAuthError(error);
  }
}

/**
 * The new email address of a member that is not confirmed yet. Null without one. It is replaced by requesting another
 * change, but cannot be canceled, because Supabase Auth has no request for that.
 */
export function pendingEmailQuery({ userId, email }: { userId: string; email: string }) {
  return queryOptions({
    queryKey: ["pending-email", userId, email],
    queryFn: async () => {
      const { auth } = await getSupabase("client");
      const { data, error } = await auth.getUser();
      if (error) {
        throw fromAuthError(error);
      }
      return data.user.new_email ?? null;
    },
  });
}

/**
 * Changes the password and ends all other sessions.
 * @throws {ApiError} `current_password_mismatch`, `weak_password`, `same_password`, or 403 `reauthentication_needed`
 */
export async function changePassword(
  area: Area,
  { currentPassword, password }: ChangePassword,
): Promise<void> {
  const { auth } = await getSupabase(area);
  const { error } = await auth.updateUser({ password, current_password: currentPassword });
  if (error?.status && error.status >= 500) {
    // A trigger in the database of a hosted project requires a recent sign-in, and Supabase Auth returns its error as 500.
    await requireRecentSignIn(area);
  }
  if (error) {
    throw fromAuthError(error);
  }
}

/**
 * Checks that the user signed in recently. Call it before changing the email address or a factor, because Supabase Auth
 * in a hosted project does not require a recent sign-in.
 * @throws {ApiError} 403 `reauthentication_needed`
 */
export async function requireRecentSignIn(area: Area): Promise<void> {
  await readJson(userApi[area]["recent-sign-in"].$get());
}

/** An active session of the signed-in user. */
export type OwnSession = Awaited<ReturnType<typeof listOwnSessions>>[number];

/** @throws {ApiError} */
export async function listOwnSessions(area: Area) {
  return (await readJson(userApi[area]["own-sessions"].$get())).sessions;
}

/**
 * Ends one session. Succeeds if the session has already ended.
 * @throws {ApiError}
 */
export async function endSession(area: Area, id: string): Promise<void> {
  try {
    await readJson(userApi[area]["own-sessions"][":id"].$delete({ param: { id } }));
  } catch (error) {
    // 404: the session has already ended.
    if (!(error instanceof ApiError && error.status === 404)) {
      throw error;
    }
  }
}

/**
 * Ends every session of the account, including this one.
 * @throws {ApiError}
 */
export async function endAllSessions(area: Area): Promise<void> {
  const { auth } = await getSupabase(area);
  const { error } = await auth.signOut({ scope: "global" });
  if (error) {
    throw fromAuthError(error);
  }
}

/** Converts an error from supabase-js auth to an `ApiError`. */
export function fromAuthError(error: AuthError): ApiError {
  if (isAuthRetryableFetchError(error) || !error.status) {
    return toNetworkError(error);
  }
  return new ApiError(
    { status: error.status, code: error.code ?? "", message: error.message },
    { cause: error },
  );
}
