import type { Context } from "hono";
import type { UserRow } from "../accounts/users.ts";
import type { AuthContext, SignInAttempt } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { requestOrigin } from "./sessions.ts";

/** Records an attempt. If that fails, logs the error instead of throwing it, so that the sign-in still completes. */
export async function recordSignInAttempt(auth: AuthContext, attempt: SignInAttempt): Promise<void> {
  try {
    await auth.onSignInAttempt(attempt);
  } catch (error) {
    auth.log.error({ err: error, outcome: attempt.outcome }, "Failed to record sign-in attempt");
  }
}

/** Records a successful sign-in by link or code. */
export async function recordSignIn(
  auth: AuthContext,
  context: Context,
  user: Pick<UserRow, "id" | "email">,
): Promise<void> {
  const origin = requestOrigin(auth, context);
  await recordSignInAttempt(auth, {
    ...origin,
    email: user.email,
    userId: user.id,
    outcome: "succeeded",
    at: auth.now(),
  });
}

/**
 * Runs the verification of a link, code, second factor or new password, and records its failure as a sign-in attempt.
 * Malformed requests and server errors are not recorded.
 */
export async function recordFailures<Result>(
  { auth, context, failureOutcome, account }: AttemptDetails,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const outcome = error instanceof AuthError ? attemptOutcome(error, failureOutcome) : null;
    if (outcome) {
      const { id: userId = null, email = "" } = account ?? {};
      await recordSignInAttempt(auth, {
        ...requestOrigin(auth, context),
        email,
        userId,
        outcome,
        at: auth.now(),
      });
    }
    throw error;
  }
}

type AttemptDetails = {
  auth: AuthContext;
  context: Context;
  failureOutcome: "wrong-credentials" | "wrong-link" | "wrong-factor";
  account?: { id?: string; email?: string | undefined };
};

function attemptOutcome(
  error: AuthError,
  failureOutcome: AttemptDetails["failureOutcome"],
): SignInAttempt["outcome"] | null {
  if (error.status === 429) {
    return "rate-limited";
  }
  if (error.code === "user_banned") {
    return "banned";
  }
  return error.code === "validation_failed" || error.status >= 500 ? null : failureOutcome;
}
