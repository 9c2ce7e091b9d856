import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export const SCAN_STATES = ["pending", "clear", "unscanned", "quarantined"] as const;
type ScanState = (typeof SCAN_STATES)[number];

const FACTS = {
  pending: { label: "Being checked", tone: "info" },
  clear: { label: "Clear", tone: "positive" },
  unscanned: { label: "Not scanned", tone: "neutral" },
  quarantined: { label: "Quarantined", tone: "negative" },
} satisfies Record<ScanState, StatusFacts>;

/** What a scan of a document came to, for a badge. */
export function scanState(stored: string): StatusFacts {
  return statusFacts(FACTS, stored);
}

/** Whether the document may be handed out: what is unknown to this version may not. */
export function isDownloadable(document: { scan_state: string }): boolean {
  return document.scan_state === "clear" || document.scan_state === "unscanned";
}
