import type { Context } from "hono";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import {
  CURRENT_PASSWORD_PER_ACCOUNT,
  NEW_PASSWORD_PER_ACCOUNT,
  NEW_PASSWORD_PER_ACCOUNT_AND_ADDRESS,
  NEW_PASSWORD_PER_ADDRESS,
} from "../limits/rate-limits.ts";
import { recordFailures } from "../sessions/sign-in-attempts.ts";
import { requirePasswordChangeProof } from "./password-change-proof.ts";
import type { UserRow } from "./users.ts";

/**
 * Authorizes a password change, and rejects the current password as the new one. The current password is also accepted as
 * proof. Both comparisons confirm a correct guess, so attempts are limited and recorded like sign-ins, and without a
 * current password an attacker with a stolen session is rejected before the passwords are compared.
 * @throws {AuthError} 403 or 422 without proof, 400 `current_password_mismatch`, 422 `same_password`, 429 over a
 * limit, 503 if the server is busy.
 */
export async function authorizePasswordChange(
  auth: AuthContext,
  context: Context,
  change: {
    user: UserRow;
    sessionId: string;
    password: string;
    currentPassword: string | null;
    nonce: string | null;
  },
): Promise<void> {
  const { user, sessionId, password, currentPassword, nonce } = change;
  const address = auth.clientAddress(context);
  const attempt = { auth, context, failureOutcome: "wrong-credentials", account: user } as const;
  await recordFailures(attempt, async () => {
    await auth.rateLimits.consume([
      { limit: NEW_PASSWORD_PER_ADDRESS, subject: address },
      { limit: NEW_PASSWORD_PER_ACCOUNT_AND_ADDRESS, subject: user.email, address },
    ]);
    if (currentPassword === null) {
      await requirePasswordChangeProof(auth.pool, { userId: user.id, sessionId, nonce, at: auth.now() });
      await auth.rateLimits.consume([{ limit: NEW_PASSWORD_PER_ACCOUNT, subject: user.email }]);
    } else {
      await auth.rateLimits.consume([{ limit: CURRENT_PASSWORD_PER_ACCOUNT, subject: user.email }]);
      if (!(await auth.passwords.verify(currentPassword, user.encrypted_password, user.email))) {
        throw new AuthError(400, "current_password_mismatch", "The current password is wrong.");
      }
    }
    if (await auth.passwords.verify(password, user.encrypted_password, user.email)) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    }
  });
}
