import type { SquareRun } from "#app/api/square-operations.ts";
import type { StatusFacts } from "#domain/tone.ts";

/** What started a run. */
export const CAUSES: Record<string, string> = {
  button: "Sync",
  schedule: "Scheduled comparison",
  comparison: "Comparison",
  demonstration: "Demonstration",
};

const STATES = {
  queued: { label: "Waiting", tone: "neutral" },
  running: { label: "Running", tone: "info" },
  succeeded: { label: "Succeeded", tone: "positive" },
  failed: { label: "Failed", tone: "negative" },
} satisfies Record<SquareRun["state"], StatusFacts>;

export function runState(state: SquareRun["state"]): StatusFacts {
  return STATES[state];
}

/** An instant as people read it: "Nov 21, 2026, 5:04 PM" in their own zone. */
export function instantWords(instant: string | null | undefined): string {
  return instant
    ? new Date(instant).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })
    : "—";
}
