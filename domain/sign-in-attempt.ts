import { type StatusFacts, statusFacts } from "#domain/tone.ts";

/** Attempts a page of the list shows. */
export const ATTEMPTS_A_PAGE = 25;

/** One attempt to sign in, as the endpoint tells it. `at` is an instant in ISO form. */
export type SignInAttempt = {
  id: string;
  email: string;
  outcome: string;
  address: string;
  userAgent: string;
  at: string;
};

/** One page of the attempts: its rows, how many there are in all, and the position of the first (from 0). */
export type SignInAttemptPage = { rows: SignInAttempt[]; total: number; from: number };

const OUTCOME_FACTS: Record<string, StatusFacts> = {
  succeeded: { label: "Signed in", tone: "positive" },
  "wrong-credentials": { label: "Wrong e-mail or password", tone: "negative" },
  "wrong-link": { label: "Refused link", tone: "negative" },
  "wrong-factor": { label: "Wrong second factor", tone: "negative" },
  "rate-limited": { label: "Too many attempts", tone: "warning" },
  banned: { label: "Account suspended", tone: "warning" },
};

/** The outcomes the list can be narrowed to. */
export const SIGN_IN_OUTCOMES = Object.keys(OUTCOME_FACTS);

/** Label and tone of what became of an attempt; one this version does not know in its own words. */
export function signInOutcome(stored: string): StatusFacts {
  return statusFacts(OUTCOME_FACTS, stored);
}
