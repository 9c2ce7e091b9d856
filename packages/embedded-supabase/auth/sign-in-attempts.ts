import type { Context } from "hono";
import type { AuthContext, SignInAttempt } from "./context.ts";
import { AuthError } from "./errors.ts";
import { originOf } from "./sessions.ts";
import type { UserRow } from "./users.ts";

/** The record is the listener's business: when it fails, the log says so and the person still gets an answer. */
export async function noteAttempt(auth: AuthContext, attempt: SignInAttempt): Promise<void> {
  try {
    await auth.onSignInAttempt(attempt);
  } catch (error) {
    auth.log.error({ err: error, outcome: attempt.outcome }, "A sign-in attempt could not be recorded");
  }
}

/** Records that a link or code opened a session. */
export async function noteSignIn(
  auth: AuthContext,
  context: Context,
  user: Pick<UserRow, "id" | "email">,
): Promise<void> {
  const origin = originOf(auth, context);
  await noteAttempt(auth, {
    ...origin,
    email: user.email,
    userId: user.id,
    outcome: "succeeded",
    at: auth.now(),
  });
}

/**
 * Does what a link, a code or a second factor was given for, and records when it is refused; what is merely malformed
 * was no attempt.
 * @param by what a wrong answer is called.
 * @param who the person it was given for, as far as one is named.
 */
export async function notingRefusals<Result>(
  { auth, context, by, who }: Refusals,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const outcome = error instanceof AuthError ? outcomeOf(error, by) : null;
    if (outcome) {
      const { id = null, email = "" } = who ?? {};
      await noteAttempt(auth, { ...originOf(auth, context), email, userId: id, outcome, at: auth.now() });
    }
    throw error;
  }
}

type Refusals = {
  auth: AuthContext;
  context: Context;
  by: "wrong-link" | "wrong-factor";
  who?: { id?: string; email?: string | undefined };
};

function outcomeOf(error: AuthError, by: Refusals["by"]): SignInAttempt["outcome"] | null {
  if (error.status === 429) return "rate-limited";
  if (error.code === "user_banned") return "banned";
  return error.code === "validation_failed" ? null : by;
}
