import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { FINDING_STATE_BADGES, VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import type { FindingEvent } from "#domain/findings/history.ts";
import type { StatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

type Headline = (key: string, toValue: string | null) => string;

const HEADLINES: Record<ClosedSets["finding_events.action"], Headline> = {
  published: (key) => `New finding ${key}`,
  corrected: (key) => `Finding ${key} was corrected`,
  withdrawn: (key) => `Finding ${key} was withdrawn`,
  restored: (key) => `Finding ${key} was published again`,
  "status-changed": (key, status) => `Finding ${key} is now ${toLabel(FINDING_STATE_BADGES, status)}`,
  "dispute-answered": (key) => `Response to your dispute of finding ${key}`,
  assigned: (key, assignee) =>
    assignee ? `Finding ${key} was assigned to ${assignee}` : `Finding ${key} is no longer assigned`,
  planned: (key, date) =>
    date
      ? `Finding ${key} is planned to be fixed by ${toDay(date)}`
      : `Finding ${key} has no planned fix date`,
  "due-date-changed": (key, date) =>
    date ? `Finding ${key} is now due ${toDay(date)}` : `Finding ${key} has no deadline now`,
  "retest-requested": (key) => `Retest requested for finding ${key}`,
  "retest-started": (key) => `Retest of finding ${key} has started`,
  "retest-canceled": (key) => `Retest of finding ${key} was canceled`,
  retested: (key, verdict) => `Retest of finding ${key}: ${toLabel(VERDICT_BADGES, verdict)}`,
  "acceptance-requested": (key) => `Approval needed: accept the risk of finding ${key}`,
  "acceptance-approved": (key, date) => `Risk of finding ${key} accepted until ${toDay(date)}`,
  "acceptance-rejected": (key) => `Risk acceptance rejected for finding ${key}`,
  "acceptance-withdrawn": (key) => `Risk acceptance request withdrawn for finding ${key}`,
  "acceptance-revoked": (key) => `Risk acceptance revoked for finding ${key}`,
  "acceptance-expired": (key) => `Risk acceptance expired for finding ${key}`,
};

/**
 * Describes what happened to a finding in one line, for the subject of an email, such as "New finding WL-12-003". A comment
 * has no action. Contains no title, because reading it requires signing in.
 */
export function formatEventHeadline(
  key: string,
  { action, toValue }: Pick<FindingEvent, "toValue"> & { action: string | null },
): string {
  if (action === null) {
    return `New comment on finding ${key}`;
  }
  const format = new Map<string, Headline>(Object.entries(HEADLINES)).get(action);
  return format ? format(key, toValue) : `Finding ${key} was updated`;
}

function toLabel(badges: Readonly<Record<string, StatusBadge>>, value: string | null): string {
  return badges[value ?? ""]?.label.toLowerCase() ?? "unknown";
}

function toDay(date: string | null): string {
  return formatDate(parseCalendarDate(date));
}
