import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import type { MinuteRange } from "#domain/scheduling/hours.ts";
import { mergeRanges, overlapsAny, type TimeRange } from "#domain/scheduling/time-ranges.ts";
import { getDayClock, isoWeekday } from "#domain/scheduling/wall-time.ts";

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;

/** The settings that determine which times are offered within the hours. */
export type SlotRules = {
  /** The IANA time zone of the hours. */
  timeZone: string;
  durationMinutes: number;
  /** How far apart start times are. */
  slotIntervalMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  noticeMinutes: number;
  horizonDays: number;
  /** Per host and date. Null means no limit. */
  maxPerDay: number | null;
};

/** When a host is not free. */
export type HostSchedule = {
  id: string;
  /** Blocked times, busy times of calendars, and reservations with their buffers. Merged. */
  busy: readonly TimeRange[];
  /** The number of reservations per date in the firm's time zone. */
  reservedByDate: ReadonlyMap<CalendarDate, number>;
};

/** What `listSlots` requires: the rules, the hours of each date, and the hosts. */
export type Availability = {
  rules: SlotRules;
  /** By weekday, from 1 for Monday to 7 for Sunday. */
  weeklyHours: ReadonlyMap<number, readonly MinuteRange[]>;
  /** Replace the weekly hours of a date. */
  overrides: ReadonlyMap<CalendarDate, readonly MinuteRange[]>;
  hosts: readonly HostSchedule[];
};

/** A time that can be booked, and the hosts who are free. */
export type Slot = { startsAt: Instant; endsAt: Instant; hostIds: readonly string[] };

/** Lists the free times that start in a period, in ascending order. `to` is exclusive. */
export function listSlots(availability: Availability, period: { from: Date; to: Date }, now: Date): Slot[] {
  return [...generateSlots(availability, period, now)];
}

/** Returns the free time that starts at exactly this instant, or null if it is not offered or not free. */
export function findSlotAt(availability: Availability, startsAt: Date, now: Date): Slot | null {
  const period = { from: startsAt, to: new Date(startsAt.getTime() + 1) };
  return generateSlots(availability, period, now).next().value ?? null;
}

/** Whether a period is within the hours, regardless of the other rules. Hours that touch at midnight are one period. */
export function isWithinHours(availability: Availability, period: { from: Date; to: Date }): boolean {
  const { timeZone } = availability.rules;
  const date = dateInTimeZone(period.from, timeZone);
  const ranges = [addDays(date, -1), date, addDays(date, 1)].flatMap((each) => {
    const clock = getDayClock(each, timeZone);
    return getHours(availability, each).map(({ from, to }) => ({
      // If the clock skips the start, the hours start when it continues.
      start: clock.toEnd(from),
      end: clock.toEnd(to),
    }));
  });
  return mergeRanges(ranges).some(
    ({ start, end }) => start <= period.from.getTime() && period.to.getTime() <= end,
  );
}

/** Returns the end of the last date that can be booked. */
export function getHorizonEnd({ timeZone, horizonDays }: SlotRules, now: Date): Date {
  const lastDate = addDays(dateInTimeZone(now, timeZone), horizonDays);
  return new Date(getDayClock(lastDate, timeZone).end);
}

function* generateSlots(
  availability: Availability,
  period: { from: Date; to: Date },
  now: Date,
): Generator<Slot, undefined> {
  const { rules, hosts } = availability;
  const from = Math.max(period.from.getTime(), now.getTime() + rules.noticeMinutes * MS_PER_MINUTE);
  const to = Math.min(period.to.getTime(), getHorizonEnd(rules, now).getTime());
  if (from >= to || hosts.length === 0) {
    return;
  }
  const lastDate = dateInTimeZone(new Date(to - 1), rules.timeZone);
  for (let date = dateInTimeZone(new Date(from), rules.timeZone); date <= lastDate; date = addDays(date, 1)) {
    const freeHosts = hosts.filter(
      ({ reservedByDate }) => rules.maxPerDay === null || (reservedByDate.get(date) ?? 0) < rules.maxPerDay,
    );
    for (const start of freeHosts.length > 0 ? listStarts(availability, date) : []) {
      const end = start + rules.durationMinutes * MS_PER_MINUTE;
      const blocked = {
        start: start - rules.bufferBeforeMinutes * MS_PER_MINUTE,
        end: end + rules.bufferAfterMinutes * MS_PER_MINUTE,
      };
      const hostIds =
        start >= from && start < to
          ? freeHosts.filter(({ busy }) => !overlapsAny(busy, blocked)).map(({ id }) => id)
          : [];
      if (hostIds.length > 0) {
        yield { startsAt: toInstant(new Date(start)), endsAt: toInstant(new Date(end)), hostIds };
      }
    }
  }
}

/**
 * Lists when a consultation can start on a date, as timestamps, whether or not a host is free. A consultation may
 * continue after midnight if the hours of the next date start at midnight.
 */
function listStarts(availability: Availability, date: CalendarDate): number[] {
  const { timeZone, durationMinutes, slotIntervalMinutes } = availability.rules;
  const ranges = getHours(availability, date);
  if (ranges.length === 0) {
    return [];
  }
  const clock = getDayClock(date, timeZone);
  const starts: number[] = [];
  for (const { from, to } of ranges) {
    const end = to === MINUTES_PER_DAY ? getEndAfterMidnight(availability, date) : clock.toEnd(to);
    for (let minute = from; minute < to; minute += slotIntervalMinutes) {
      const start = clock.toStart(minute);
      if (start !== null && start + durationMinutes * MS_PER_MINUTE <= end) {
        starts.push(start);
      }
    }
  }
  return starts.toSorted((one, other) => one - other);
}

/** Returns when the hours that reach midnight end: at midnight, or later if the hours of the next date start there. */
function getEndAfterMidnight(availability: Availability, date: CalendarDate): number {
  const nextDate = addDays(date, 1);
  const clock = getDayClock(nextDate, availability.rules.timeZone);
  const continued = getHours(availability, nextDate).find(({ from }) => from === 0);
  return continued ? clock.toEnd(continued.to) : clock.start;
}

function getHours({ overrides, weeklyHours }: Availability, date: CalendarDate): readonly MinuteRange[] {
  return overrides.get(date) ?? weeklyHours.get(isoWeekday(date)) ?? [];
}
