import type { Instant } from "#domain/dates/instant.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export const SIGN_IN_ATTEMPT_PAGE_SIZE = 25;

export type SignInOutcome = ClosedSets["private.sign_in_attempts.outcome"];

/** A sign-in attempt. */
export type SignInAttempt = {
  id: string;
  email: string;
  outcome: SignInOutcome;
  address: string;
  userAgent: string;
  at: Instant;
};

const OUTCOME_BADGES = {
  succeeded: { label: "Signed in", tone: "positive" },
  "wrong-credentials": { label: "Wrong email or password", tone: "negative" },
  "wrong-link": { label: "Invalid link", tone: "negative" },
  "wrong-factor": { label: "Invalid code or passkey", tone: "negative" },
  "rate-limited": { label: "Too many attempts", tone: "warning" },
  banned: { label: "Account suspended", tone: "warning" },
} satisfies Record<SignInOutcome, StatusBadge>;

export const SIGN_IN_OUTCOMES = listKeys(OUTCOME_BADGES);

export function signInOutcomeBadge(outcome: SignInOutcome): StatusBadge {
  return toStatusBadge(OUTCOME_BADGES, outcome);
}
