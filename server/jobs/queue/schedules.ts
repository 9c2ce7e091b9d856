import { type ParsedCronItem, parseCrontab } from "graphile-worker";
import type { JobName } from "#server/jobs/queue/job.ts";
import type { JobOptions } from "#server/jobs/queue/queue.ts";

/** A scheduled job. `at` is a cron expression in UTC. */
export type Schedule = {
  name: JobName;
  at: string;
  /** Runs one at a time in a separate queue, because the scanner or a remote store may hang. */
  hasOwnQueue?: boolean;
  title: string;
  purpose: string;
};

/** All scheduled jobs, with a title and a description for administrators. */
export const SCHEDULES: readonly Schedule[] = [
  {
    name: "reconcile-square",
    at: "23 1,7,13,19 * * *",
    title: "Compare with Square",
    purpose: "Compares every invoice with Square and fixes differences.",
  },
  {
    name: "refresh-provider-token",
    at: "17 3 * * *",
    title: "Renew Square access",
    purpose: "Renews Square access weekly, well before it expires.",
  },
  {
    // Every 15 minutes, because time zone offsets are multiples of 15 minutes.
    name: "recompute-overdue",
    at: "*/15 * * * *",
    title: "Mark overdue invoices",
    purpose: "Marks unpaid invoices as overdue at midnight in each invoice's time zone.",
  },
  {
    name: "announce-invoices",
    at: "* * * * *",
    title: "Send invoice emails",
    purpose: "Emails clients about new invoices, payments due soon, and overdue payments.",
  },
  {
    name: "announce-payments",
    at: "* * * * *",
    title: "Send receipts",
    purpose: "Emails clients about payments received.",
  },
  {
    name: "announce-bookings",
    at: "* * * * *",
    title: "Send booking emails",
    purpose: "Emails your team and clients about requests, proposed meeting times and cancellations.",
  },
  {
    name: "announce-people",
    at: "* * * * *",
    title: "Send access emails",
    purpose:
      "Emails people who are invited to a client's portal, and owners when someone's access changes or a review is due.",
  },
  {
    name: "announce-plans",
    at: "* * * * *",
    title: "Send plan emails",
    purpose:
      "Emails your team and the client about plan requests, clients about plan changes, and your team about duplicate plans.",
  },
  {
    name: "announce-documents",
    at: "* * * * *",
    title: "Send document emails",
    purpose: "Emails clients about new documents.",
  },
  {
    name: "announce-projects",
    at: "* * * * *",
    title: "Send project emails",
    purpose: "Emails clients when the status of a project changes.",
  },
  {
    name: "announce-meetings",
    at: "* * * * *",
    title: "Send meeting reminders",
    purpose: "Reminds clients of meetings, a day and an hour before.",
  },
  {
    name: "remind-of-consultations",
    at: "* * * * *",
    title: "Send consultation reminders",
    purpose: "Reminds visitors of consultations, a day and an hour before.",
  },
  {
    name: "expire-holds",
    at: "* * * * *",
    title: "Release unconfirmed times",
    purpose: "Releases times that visitors didn't confirm.",
  },
  {
    name: "read-calendar-feeds",
    at: "*/10 * * * *",
    hasOwnQueue: true,
    title: "Read calendars",
    purpose: "Blocks times when hosts are busy according to their calendars.",
  },
  {
    name: "announce-sign-ins",
    at: "* * * * *",
    title: "Send sign-in notices",
    purpose: "Emails users about sign-ins from new devices.",
  },
  {
    name: "announce-findings",
    at: "* * * * *",
    title: "Send finding emails",
    purpose: "Emails your team and clients about findings, comments, retests and risk acceptances.",
  },
  {
    // Every 15 minutes, because time zone offsets are multiples of 15 minutes.
    name: "expire-risk-acceptances",
    at: "*/15 * * * *",
    title: "Expire risk acceptances",
    purpose: "Reopens findings when their risk acceptance expires.",
  },
  {
    name: "announce-proposals",
    at: "* * * * *",
    title: "Send proposal emails",
    purpose: "Emails your team and clients about proposals, comments and milestones.",
  },
  {
    name: "prepare-planned-invoices",
    at: "* * * * *",
    title: "Prepare planned invoices",
    purpose: "Prepares the invoices of planned payments that are due.",
  },
  {
    // Every 15 minutes, because time zone offsets are multiples of 15 minutes.
    name: "expire-proposals",
    at: "*/15 * * * *",
    title: "Expire proposals",
    purpose: "Expires proposals after their last day, and makes planned payments due.",
  },
  {
    name: "announce-messages",
    at: "* * * * *",
    title: "Send message emails",
    purpose: "Emails users about messages that have been unread for over a minute.",
  },
  {
    name: "scan-documents",
    at: "* * * * *",
    hasOwnQueue: true,
    title: "Scan documents",
    purpose: "Scans new documents, if a scanner is installed.",
  },
  {
    name: "sweep-files",
    at: "* * * * *",
    hasOwnQueue: true,
    title: "Clean up unclaimed files",
    purpose: "Deletes data left by interrupted uploads.",
  },
  {
    name: "apply-retention-periods",
    at: "53 3 * * *",
    title: "Apply retention periods",
    purpose: "Deletes data older than the retention settings allow.",
  },
  {
    name: "remove-old-events",
    at: "29 3 * * *",
    title: "Purge old Square events",
    purpose: "Deletes old Square events and sync reports.",
  },
  {
    name: "remove-expired",
    at: "41 3 * * *",
    title: "Purge expired sessions and links",
    purpose: "Deletes expired sessions, links, rate limits and one-time secrets.",
  },
  {
    name: "remove-old-downloads",
    at: "59 3 * * *",
    title: "Purge old download logs",
    purpose: "Deletes expired download records.",
  },
];

const ON_DEMAND_TITLES: Partial<Record<string, string>> = {
  "send-email": "Send an email",
  "run-sync": "Sync with Square",
  "process-webhook-event": "Process a Square event",
  "generate-report": "Generate a report",
  "complete-proposal": "Store an accepted proposal",
};

/** Returns a job's title, or its name if this version does not know the job. */
export function getJobTitle(name: string): string {
  return SCHEDULES.find((schedule) => schedule.name === name)?.title ?? ON_DEMAND_TITLES[name] ?? name;
}

/**
 * Returns the queue options for a scheduled job, including runs that an administrator starts. The key allows only one
 * queued run, so that a job that fails every minute does not fill the queue.
 */
export function getScheduleJobOptions({ name, hasOwnQueue }: Schedule): JobOptions {
  return { key: name, ...(hasOwnQueue && { queue: name }) };
}

/** All schedules in crontab format, with the options from `scheduleJobOptions`. */
export const CRONTAB = SCHEDULES.map(
  ({ name, at, hasOwnQueue }) => `${at} ${name} ?${hasOwnQueue ? `queue=${name}&` : ""}jobKey=${name}`,
).join("\n");

const MINUTE_MS = 60_000;
/** Long enough to reach the next leap day. */
const MAX_MINUTES_AHEAD = 5 * 366 * 24 * 60;

/** Returns the first full minute after `now` at which the schedule runs. */
export function getNextRun({ name, at }: Pick<Schedule, "name" | "at">, now: Date): Date {
  const [item] = parseCrontab(`${at} ${name}`);
  if (!item) {
    throw new Error(`invalid cron expression: ${at}`);
  }
  let minute = Math.floor(now.getTime() / MINUTE_MS);
  for (let checked = 0; checked < MAX_MINUTES_AHEAD; checked += 1) {
    minute += 1;
    const time = new Date(minute * MINUTE_MS);
    if (matchesCronItem(item, time)) {
      return time;
    }
  }
  throw new Error(`cron expression never matches: ${at}`);
}

function matchesCronItem(item: ParsedCronItem, time: Date): boolean {
  return item.match({
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  });
}
