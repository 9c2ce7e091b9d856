import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { SEVERITIES, type Severity } from "#domain/findings/severity.ts";

/** The actions that determine whether a finding is open. */
export const OPENING_AND_CLOSING_ACTIONS = [
  "published",
  "withdrawn",
  "restored",
  "retested",
  "acceptance-approved",
  "acceptance-revoked",
  "acceptance-expired",
] as const;

type Event = { finding_id: string; at: Instant; action: string; to_value: string | null };
/** The number of open findings of each severity at the end of a day. */
export type OpenCount = { date: CalendarDate; counts: Record<Severity, number> };
type History = { isPublished: boolean; isFixed: boolean; isAccepted: boolean };

/**
 * Counts the findings that were open at the end of each of the last days that are a week apart, oldest first. `events` are in
 * their order. A finding counts with its current severity.
 */
export function countOpenByWeek(
  events: readonly Event[],
  severities: ReadonlyMap<string, Severity>,
  { today, weeks, timeZone }: { today: CalendarDate; weeks: number; timeZone: string },
): OpenCount[] {
  const histories = new Map<string, History>();
  const points: OpenCount[] = [];
  let position = 0;
  for (let week = weeks - 1; week >= 0; week -= 1) {
    const date = addDays(today, -7 * week);
    for (; position < events.length; position += 1) {
      const event = events[position];
      if (!event || dateInTimeZone(new Date(event.at), timeZone) > date) {
        break;
      }
      const before = histories.get(event.finding_id) ?? {
        isPublished: false,
        isFixed: false,
        isAccepted: false,
      };
      histories.set(event.finding_id, { ...before, ...applyEvent(event) });
    }
    points.push({ date, counts: countOpen(histories, severities) });
  }
  return points;
}

function applyEvent({ action, to_value: value }: Event): Partial<History> {
  switch (action) {
    case "published":
    case "restored":
      return { isPublished: true };
    case "withdrawn":
      return { isPublished: false };
    case "retested":
      return { isFixed: value === "fixed" };
    case "acceptance-approved":
      return { isAccepted: true };
    case "acceptance-revoked":
    case "acceptance-expired":
      return { isAccepted: false };
    default:
      return {};
  }
}

function countOpen(
  histories: ReadonlyMap<string, History>,
  severities: ReadonlyMap<string, Severity>,
): Record<Severity, number> {
  const open = [...histories].filter(
    ([, { isPublished, isFixed, isAccepted }]) => isPublished && !isFixed && !isAccepted,
  );
  const count = (severity: Severity) => open.filter(([id]) => severities.get(id) === severity).length;
  const [critical, high, medium, low, info] = SEVERITIES.map(count);
  return { critical: critical ?? 0, high: high ?? 0, medium: medium ?? 0, low: low ?? 0, info: info ?? 0 };
}
