import type { StatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type LetterStatus = ClosedSets["attestation_letters.status"];

export const LETTER_BADGES: Readonly<Record<LetterStatus, StatusBadge>> = {
  valid: { label: "Valid", tone: "positive" },
  superseded: { label: "Superseded", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "negative" },
};
