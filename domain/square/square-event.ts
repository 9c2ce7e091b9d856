import type { Instant } from "#domain/dates/instant.ts";
import type { StatusBadge } from "#domain/status.ts";

/** Processing status of a webhook event. `outcome` has the format "kind: reason". */
export type EventProgress = { processedAt: Instant | null; outcome: string | null; attempts: number };

const OUTCOME_BADGES: Record<string, StatusBadge> = {
  applied: { label: "Applied", tone: "positive" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  ignored: { label: "Ignored", tone: "neutral" },
  rejected: { label: "Rejected", tone: "negative" },
};

/** Badge and reason for a webhook event. Unprocessed events are pending or retrying. */
export function eventOutcomeBadge({
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
  return { label: "Pending", tone: "info", reason: "" };
}
