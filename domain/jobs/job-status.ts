import type { Instant } from "#domain/dates/instant.ts";
import type { Bounce, EmailKind } from "#domain/jobs/bounce.ts";
import { type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

// Status of scheduled jobs and email, as shown to administrators.

export type JobName = ClosedSets["private.job_runs.name"];

/**
 * A scheduled job. `at` is a cron expression in UTC. `failure` is the reason of the last failure. `keepsFailing` is set
 * when retries have not helped for a long time.
 */
export type ScheduledJob = {
  name: JobName;
  title: string;
  purpose: string;
  at: string;
  lastEndedAt: Instant | null;
  outcome: ClosedSets["private.job_runs.outcome"] | null;
  failedAt: Instant | null;
  failure: string | null;
  keepsFailing: boolean;
  runningSince: Instant | null;
  nextRunAt: Instant;
};

/** A job that has been running too long, failed after its last attempt, or will be retried at `nextTryAt`. */
export type FailedJob = {
  id: string;
  title: string;
  status: "stalled" | "failed" | "retrying";
  attempts: number;
  maxAttempts: number;
  since: Instant;
  nextTryAt: Instant | null;
  failure: string | null;
};

/**
 * Counts of queued, retrying, failed and bounced emails. `late` counts the queued and retrying emails
 * that exceed `EMAIL_DELAYED_AFTER`.
 */
export type EmailCounts = {
  queued: number;
  retrying: number;
  late: number;
  failed: number;
  bounced: number;
};

/**
 * An email counts as delayed after this many failed attempts or minutes. The queue retries for three days, but an
 * administrator has to fix some failures, such as a wrong SMTP password. Five attempts take about 90 s if the mail server rejects them
 * immediately.
 */
export const EMAIL_DELAYED_AFTER = { failures: 5, minutes: 15 } as const;

/** Which invoice emails clients receive. */
export type InvoiceEmailSettings = { newInvoices: boolean; overdue: boolean };

/** Statuses of undelivered email, in filter order. */
export const EMAIL_STATUSES = ["queued", "retrying", "failed", "bounced"] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/**
 * An email that was not sent or that bounced. `nextTryAt` is null when no retry is scheduled. A bounced email whose text
 * was deleted after sending cannot be resent.
 */
export type UndeliveredEmail = {
  id: string;
  kind: EmailKind;
  recipient: string;
  subject: string;
  status: EmailStatus;
  attempts: number;
  lastError: string | null;
  createdAt: Instant;
  nextTryAt: Instant | null;
  bounce: Bounce | null;
  canBeSentAgain: boolean;
};

export const EMAIL_PAGE_SIZE = 25;

const JOB_STATUSES = {
  stalled: { label: "Stalled", tone: "negative" },
  failed: { label: "Failed", tone: "negative" },
  retrying: { label: "Retrying", tone: "warning" },
} satisfies Record<FailedJob["status"], StatusBadge>;

const EMAIL_STATUS_BADGES = {
  queued: { label: "Queued", tone: "neutral" },
  retrying: { label: "Retrying", tone: "warning" },
  failed: { label: "Failed", tone: "negative" },
  bounced: { label: "Bounced", tone: "negative" },
} satisfies Record<EmailStatus, StatusBadge>;

export function jobStatusBadge(status: FailedJob["status"]): StatusBadge {
  return toStatusBadge(JOB_STATUSES, status);
}

export function emailStatusBadge(status: EmailStatus): StatusBadge {
  return toStatusBadge(EMAIL_STATUS_BADGES, status);
}

/** Badge for a scheduled job: that it is running, or the result of its last run. */
export function scheduleStatusBadge(job: Pick<ScheduledJob, "runningSince" | "outcome">): StatusBadge {
  if (job.runningSince) {
    return { label: "Running", tone: "info" };
  }
  if (job.outcome === "failed") {
    return { label: "Failed", tone: "negative" };
  }
  return job.outcome ? { label: "OK", tone: "positive" } : { label: "Not run yet", tone: "neutral" };
}

/** A cron expression as text, such as "Every 15 minutes" or "Daily at 03:17 UTC". Other expressions are returned unchanged. */
export function formatSchedule(at: string): string {
  const [minute = "", hour = "", ...days] = at.split(" ");
  if (days.some((part) => part !== "*")) {
    return at;
  }
  if (hour === "*") {
    if (minute === "*") {
      return "Every minute";
    }
    const interval = /^\*\/(\d+)$/.exec(minute)?.[1];
    return interval ? `Every ${interval} minutes` : at;
  }
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hour)) {
    return at;
  }
  const times = hour.split(",").map((each) => `${each.padStart(2, "0")}:${minute.padStart(2, "0")}`);
  return `Daily at ${joinWithAnd(times)} UTC`;
}

function joinWithAnd(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : items.join("");
}
