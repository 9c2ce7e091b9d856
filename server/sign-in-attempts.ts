import type { Database } from "#server/database.ts";

/** One attempt to sign in, as the authentication service saw it. */
export type SignInAttempt = {
  email: string;
  userId: string | null;
  outcome: string;
  address: string;
  userAgent: string;
  at: Date;
};

const LONGEST = 320;

/** Stores an attempt, as the administrator's login page promises. */
export async function recordSignInAttempt(database: Database, attempt: SignInAttempt): Promise<void> {
  await database.bypassingPolicies({ reason: "record a sign-in attempt" }, (query) =>
    query(
      `insert into private.sign_in_attempts (email, user_id, outcome, address, user_agent, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        storable(attempt.email),
        attempt.userId,
        attempt.outcome,
        attempt.address,
        storable(attempt.userAgent),
        attempt.at,
      ],
    ),
  );
}

// Typed by anybody: without control characters (PostgreSQL refuses NUL), and of bounded length.
function storable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "�").slice(0, LONGEST);
}
