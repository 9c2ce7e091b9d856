import { type ParsedCronItem, parseCrontab } from "graphile-worker";
import type { JobOptions } from "#server/jobs/queue.ts";

/** A job that runs by the clock. `at` is minute, hour, day, month, weekday in UTC. */
export type Schedule = {
  name: string;
  at: string;
  /** In a queue of its own, and once at a time: a scanner or a store that hangs holds up nothing else. */
  isAlone?: boolean;
  title: string;
  purpose: string;
};

/** What runs by the clock, and what for, in words for administrators. */
export const SCHEDULES: readonly Schedule[] = [
  {
    name: "reconcile-square",
    at: "23 1,7,13,19 * * *",
    title: "Compare with Square",
    purpose: "Compares every invoice with Square’s and mends what differs.",
  },
  {
    name: "refresh-provider-token",
    at: "17 3 * * *",
    title: "Renew access to Square",
    purpose: "Renews the connection’s access once it is a week old, long before it ends.",
  },
  {
    // Zones' midnights fall on full, half and quarter hours.
    name: "recompute-overdue",
    at: "*/15 * * * *",
    title: "Find overdue invoices",
    purpose: "Lets open invoices become overdue at the midnight of their own time zone.",
  },
  {
    name: "announce-invoices",
    at: "* * * * *",
    title: "Announce invoices",
    purpose: "Mails clients about new invoices and about those that became overdue.",
  },
  {
    name: "announce-bookings",
    at: "* * * * *",
    title: "Announce bookings",
    purpose: "Mails the firm and the client about booking and quote requests.",
  },
  {
    name: "announce-messages",
    at: "* * * * *",
    title: "Announce messages",
    purpose: "Mails whoever has not read a message for a minute.",
  },
  {
    name: "scan-documents",
    at: "* * * * *",
    isAlone: true,
    title: "Scan documents",
    purpose: "Has new documents looked at by the scanner, where one is installed.",
  },
  {
    name: "sweep-files",
    at: "* * * * *",
    isAlone: true,
    title: "Sweep left files",
    purpose: "Deletes bytes that no document claims, such as those of interrupted uploads.",
  },
  {
    name: "keep-retention-periods",
    at: "53 3 * * *",
    title: "Keep the retention periods",
    purpose: "Deletes what is older than the retention settings say.",
  },
  {
    name: "remove-old-events",
    at: "29 3 * * *",
    title: "Forget Square’s old events",
    purpose: "Deletes events and reports of syncs that nobody asks for any more.",
  },
  {
    name: "remove-expired",
    at: "41 3 * * *",
    title: "Remove what has expired",
    purpose: "Deletes expired sessions, links, counters and one-time secrets.",
  },
  {
    name: "remove-old-downloads",
    at: "59 3 * * *",
    title: "Forget old downloads",
    purpose: "Deletes the notes of who downloaded which document once their time is over.",
  },
];

/** Titles of the jobs that run when something asks for them. */
const ON_DEMAND: Record<string, string> = {
  "send-mail": "Send a mail",
  "run-sync": "Synchronize with Square",
  "process-webhook-event": "Deal with an event of Square",
};

/** What people call a job; its name where this version does not know it. */
export function titleOf(name: string): string {
  return SCHEDULES.find((schedule) => schedule.name === name)?.title ?? ON_DEMAND[name] ?? name;
}

/**
 * How a run of a schedule is queued, by hand as by the clock: once however often it is asked for, so that one that fails
 * every minute waits for its next try as a single job and not as thousands.
 */
export function optionsOf({ name, isAlone }: Schedule): JobOptions {
  return { key: name, ...(isAlone && { queue: name }) };
}

/** The same as the queue's own text. */
export const crontab = SCHEDULES.map(
  ({ name, at, isAlone }) => `${at} ${name} ?${isAlone ? `queue=${name}&` : ""}jobKey=${name}`,
).join("\n");

const MINUTE_MS = 60_000;
/** Longer than any leap day is away. */
const FURTHEST_MINUTES = 5 * 366 * 24 * 60;

/** The next full minute after `now` at which a schedule runs. */
export function nextRun({ name, at }: Pick<Schedule, "name" | "at">, now: Date): Date {
  const [item] = parseCrontab(`${at} ${name}`);
  if (!item) throw new Error(`not a schedule: ${at}`);
  let minute = Math.floor(now.getTime() / MINUTE_MS);
  for (let looked = 0; looked < FURTHEST_MINUTES; looked += 1) {
    minute += 1;
    const instant = new Date(minute * MINUTE_MS);
    if (isTime(item, instant)) return instant;
  }
  throw new Error(`never: ${at}`);
}

function isTime(item: ParsedCronItem, instant: Date): boolean {
  return item.match({
    min: instant.getUTCMinutes(),
    hour: instant.getUTCHours(),
    date: instant.getUTCDate(),
    month: instant.getUTCMonth() + 1,
    dow: instant.getUTCDay(),
  });
}
