import type { Context } from "hono";
import type { AuthContext, SignInAttempt } from "./context.ts";
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
