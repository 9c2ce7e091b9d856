import type { StatusFacts } from "#domain/tone.ts";

/** What the list reads of an event: when it was dealt with, and "kind: reason" of what became of it. */
export type EventFacts = { processedAt: string | null; outcome: string | null; attempts: number };

const KINDS: Record<string, StatusFacts> = {
  applied: { label: "Applied", tone: "positive" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  ignored: { label: "Ignored", tone: "neutral" },
  refused: { label: "Refused", tone: "negative" },
};

/** Label, tone and reason of what became of an event of Square's. One not dealt with waits, or has failed so far. */
export function eventOutcome({
  processedAt,
  outcome,
  attempts,
}: EventFacts): StatusFacts & { reason: string } {
  const [kind = "", ...words] = (outcome ?? "").split(": ");
  const reason = words.join(": ");
  if (processedAt !== null) return { ...(KINDS[kind] ?? { label: kind, tone: "neutral" }), reason };
  if (attempts > 0 && kind === "failed") return { label: "Failed so far", tone: "warning", reason };
  return { label: "Waiting", tone: "info", reason: "" };
}
