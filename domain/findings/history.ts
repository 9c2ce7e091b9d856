import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { FINDING_STATE_BADGES, VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import type { StatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** What happened to a finding. The values are those before and after, such as statuses or dates. */
export type FindingEvent = { action: string; fromValue: string | null; toValue: string | null };

type Describe = (toValue: string | null, fromValue: string | null) => string;

const DESCRIPTIONS: Record<ClosedSets["finding_events.action"], Describe> = {
  published: () => "Published",
  corrected: (version) => `Corrected (version ${version})`,
  withdrawn: () => "Withdrawn",
  restored: () => "Republished",
  "status-changed": (to, from) =>
    `Status changed from ${formatLabel(FINDING_STATE_BADGES, from)} to ${formatLabel(FINDING_STATE_BADGES, to)}`,
  "dispute-answered": () => "Response to the dispute",
  assigned: (to, from) => (to ? `Assigned to ${to}` : `Unassigned from ${from}`),
  planned: (date) => (date ? `Fix planned for ${formatDay(date)}` : "Planned fix date removed"),
  "due-date-changed": (date) => (date ? `Deadline changed to ${formatDay(date)}` : "Deadline removed"),
  "retest-requested": () => "Retest requested",
  "retest-started": () => "Retest started",
  "retest-canceled": () => "Retest canceled",
  retested: (verdict) => `Retested: ${formatLabel(VERDICT_BADGES, verdict)}`,
  "acceptance-requested": (date) => `Risk acceptance requested until ${formatDay(date)}`,
  "acceptance-approved": (date) => `Risk accepted until ${formatDay(date)}`,
  "acceptance-rejected": () => "Risk acceptance rejected",
  "acceptance-withdrawn": () => "Risk acceptance request withdrawn",
  "acceptance-revoked": () => "Risk acceptance revoked",
  "acceptance-expired": () => "Risk acceptance expired",
};

/** Describes what happened, such as "Status changed from Open to In progress". */
export function describeEvent({ action, fromValue, toValue }: FindingEvent): string {
  const describe = new Map<string, Describe>(Object.entries(DESCRIPTIONS)).get(action);
  return describe ? describe(toValue, fromValue) : "Changed";
}

function formatLabel(badges: Readonly<Record<string, StatusBadge>>, value: string | null): string {
  return badges[value ?? ""]?.label ?? "unknown";
}

function formatDay(date: string | null): string {
  return formatDate(parseCalendarDate(date));
}
