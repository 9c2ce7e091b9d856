import type { Bounce } from "#domain/bounce.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

// What the administrators' screen is told of jobs and mail. Instants are ISO texts.

/**
 * A job that runs by the clock. `at` is the schedule's own notation, UTC; `failure` is why it failed last; `keepsFailing`
 * says that trying again has not helped for long.
 */
export type ScheduledJob = {
  name: string;
  title: string;
  purpose: string;
  at: string;
  lastEndedAt: string | null;
  outcome: "succeeded" | "failed" | null;
  failedAt: string | null;
  failure: string | null;
  keepsFailing: boolean;
  runningSince: string | null;
  nextRunAt: string;
};

/**
 * A job that needs a look: held too long by a worker, given up after its last try, or failed and to be tried again at
 * `nextTryAt`.
 */
export type TroubledJob = {
  id: string;
  title: string;
  state: "held" | "given-up" | "trying-again";
  attempts: number;
  maxAttempts: number;
  since: string;
  nextTryAt: string | null;
  failure: string | null;
};

/**
 * How many mails wait for their first try, failed and are tried again, were given up, and came back after being sent;
 * `late` are those of the first two that are late by `MAIL_IS_LATE_AFTER`.
 */
export type MailCounts = { waiting: number; failing: number; late: number; givenUp: number; bounced: number };

/**
 * Mail is late once it has failed so often (a mail server that answers at once is asked five times in a minute and a
 * half) or has been on its way so long: a wrong password does not mend itself, though the queue tries for three days.
 */
export const MAIL_IS_LATE_AFTER = { failures: 5, minutes: 15 } as const;

/** Whether clients are mailed about their invoices. */
export type InvoiceMails = { newInvoices: boolean; overdue: boolean };

export type BackgroundWork = {
  schedules: ScheduledJob[];
  jobs: TroubledJob[];
  mails: MailCounts;
  invoiceMails: InvoiceMails;
};

/** The states of mail that has not been delivered, in the order of the filter. */
export const MAIL_STATES = ["waiting", "failing", "given-up", "bounced"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * A mail that has not been sent, or came back. `nextTryAt` is null where nothing will try again by itself; one that
 * came back and whose text was forgotten when it was sent cannot be sent again.
 */
export type UnsentMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: string;
  nextTryAt: string | null;
  bounce: Bounce | null;
  canBeSentAgain: boolean;
};

export type UnsentMailPage = { rows: UnsentMail[]; total: number; from: number };

export const MAILS_A_PAGE = 25;

const JOB_STATES = {
  held: { label: "Stuck", tone: "negative" },
  "given-up": { label: "Given up", tone: "negative" },
  "trying-again": { label: "Trying again", tone: "warning" },
} satisfies Record<TroubledJob["state"], StatusFacts>;

const MAIL_STATE_FACTS = {
  waiting: { label: "Waiting", tone: "neutral" },
  failing: { label: "Failed, trying again", tone: "warning" },
  "given-up": { label: "Given up", tone: "negative" },
  bounced: { label: "Came back", tone: "negative" },
} satisfies Record<MailState, StatusFacts>;

export function jobState(state: string): StatusFacts {
  return statusFacts(JOB_STATES, state);
}

export function mailState(state: string): StatusFacts {
  return statusFacts(MAIL_STATE_FACTS, state);
}

/** What a schedule shows: running beats how it ended last; "not yet" before the first run. */
export function scheduleState(job: Pick<ScheduledJob, "runningSince" | "outcome">): StatusFacts {
  if (job.runningSince) return { label: "Running", tone: "info" };
  if (job.outcome === "failed") return { label: "Failed", tone: "negative" };
  return job.outcome ? { label: "OK", tone: "positive" } : { label: "Not yet", tone: "neutral" };
}

/** Whether somebody has to look: what is only tried again mends itself, unless it is late. */
export function needsALook({
  schedules,
  jobs,
  mails,
}: Pick<BackgroundWork, "schedules" | "jobs" | "mails">): boolean {
  return (
    mails.late > 0 ||
    mails.givenUp > 0 ||
    mails.bounced > 0 ||
    jobs.some(({ state }) => state !== "trying-again") ||
    schedules.some(({ keepsFailing }) => keepsFailing)
  );
}

/** A schedule in words: "Every minute", "Every 15 minutes", "Daily at 03:17 UTC"; its own notation where it is neither. */
export function scheduleWords(at: string): string {
  const [minute = "", hour = "", ...days] = at.split(" ");
  if (days.some((part) => part !== "*")) return at;
  if (hour === "*") {
    if (minute === "*") return "Every minute";
    const every = /^\*\/(\d+)$/.exec(minute)?.[1];
    return every ? `Every ${every} minutes` : at;
  }
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hour)) return at;
  const times = hour.split(",").map((each) => `${each.padStart(2, "0")}:${minute.padStart(2, "0")}`);
  return `Daily at ${listOf(times)} UTC`;
}

function listOf(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}
