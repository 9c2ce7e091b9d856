import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { LetterStatus } from "#domain/findings/report/letter-status.ts";

/** The page where anyone can verify a letter of attestation or an accepted proposal. */
export const VERIFY_PATH = "/verify";

/** An issued letter, as the public page shows it. `sha256` is the hash of its PDF. */
export type VerifiedLetter = {
  status: LetterStatus;
  code: string;
  issuedOn: CalendarDate;
  /** When the letter was superseded or withdrawn. */
  endedOn: CalendarDate | null;
  sha256: string;
};

/** An accepted proposal, as the public page shows it. `sha256` is the hash of its PDF. */
export type VerifiedProposal = { status: "accepted"; code: string; sha256: string };

/**
 * What the public page shows: a letter or proposal, or why there is none. `code` is what the visitor entered. It is malformed if it
 * is neither a code nor the hash of a PDF.
 */
export type Verification =
  | VerifiedLetter
  | VerifiedProposal
  | { status: "malformed_code" | "unknown_code" | "unknown_file" | "unavailable"; code: string }
  | { status: "limited"; code: string; retryAfterSeconds: number };
