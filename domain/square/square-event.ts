import type { Instant } from "#domain/dates/instant.ts";
import type { StatusBadge } from "#domain/status.ts";

/** Processing state of a webhook event. `outcome` is "kind: reason". */
export type EventProgress = { processedAt: Instant | null; outcome: string | null; attempts: number };

const OUTCOME_BADGES: Record<string, StatusBadge> = {
  applied: { label: "Applied", tone: "positive" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  ignored: { label: "Ignored", tone: "neutral" },
  rejected: { label: "Rejected", tone: "negative" },
};

/** Badge and reason of a webhook event. Unprocessed events are waiting or retrying. */
export function eventOutcome({
  processedAt,
  outcome,
  attempts,
}: EventProgress): StatusBadge & { reason: string } {
  const [kind = "", ...rest] = (outcome ?? "").split(": ");
  const reason = rest.join(": ");
  if (processedAt !== null) {
    return { ...(OUTCOME_BADGES[kind] ?? { label: kind, tone: "neutral" }), reason };
  }
  if (attempts > 0 && kind === "failed") {
    return { label: "Retrying", tone: "warning", reason };
  }
  return { label: "Waiting", tone: "info", reason: "" };
}
