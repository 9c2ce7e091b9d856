import type { Database } from "#server/database/database.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** A sign-in attempt reported by the authentication service. */
export type SignInAttempt = {
  email: string;
  userId: string | null;
  outcome: ClosedSets["private.sign_in_attempts.outcome"];
  address: string;
  userAgent: string;
  at: Date;
};

const MAX_TEXT_LENGTH = 320;

/** Stores a sign-in attempt. The admin login page states that attempts are logged. */
export async function recordSignInAttempt(database: Database, attempt: SignInAttempt): Promise<void> {
  await database.bypassPolicies({ reason: "record a sign-in attempt" }, (query) =>
    query(
      `insert into private.sign_in_attempts (email, user_id, outcome, address, user_agent, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        toStorableText(attempt.email),
        attempt.userId,
        attempt.outcome,
        attempt.address,
        toStorableText(attempt.userAgent),
        attempt.at,
      ],
    ),
  );
}

// Anyone can send this text: remove control characters (PostgreSQL rejects NUL) and limit its length.
function toStorableText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "�").slice(0, MAX_TEXT_LENGTH);
}
