import type { SquareRun } from "#app/api/admin/square-operations.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { type StatusBadge, toStatusBadge } from "#domain/status.ts";

const RUN_CAUSES = {
  button: "Sync",
  schedule: "Scheduled comparison",
  comparison: "Comparison",
  demo: "Demo",
  connect: "Sync after connecting",
  checkout: "Sync for an open checkout",
} satisfies Record<SquareRun["cause"], string>;

/** Returns the label for what started a sync run, or the stored value if it is unknown. */
export function runCauseLabel(stored: SquareRun["cause"]): string {
  return Object.hasOwn(RUN_CAUSES, stored) ? RUN_CAUSES[stored] : stored;
}

const RUN_STATUSES = {
  queued: { label: "Queued", tone: "neutral" },
  running: { label: "Running", tone: "info" },
  succeeded: { label: "Succeeded", tone: "positive" },
  failed: { label: "Failed", tone: "negative" },
} satisfies Record<SquareRun["status"], StatusBadge>;

export function runStatus(stored: SquareRun["status"]): StatusBadge {
  return toStatusBadge(RUN_STATUSES, stored);
}

/** Describes a run that is paused during a Square outage. The time is in the user's time zone. */
export function formatPause(pausedUntil: string): string {
  const time = new Date(pausedUntil).toLocaleTimeString("en-US", {
    ...{ hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" },
  });
  return `Paused: Square isn't responding. Trying again at ${time}.`;
}

/** Formats a timestamp in the user's time zone, such as "Nov 21, 2026, 5:04 PM EST". */
export function formatTimestamp(timestamp: string | null | undefined): string {
  return timestamp
    ? formatDateTime(new Date(timestamp), Intl.DateTimeFormat().resolvedOptions().timeZone)
    : "—";
}
