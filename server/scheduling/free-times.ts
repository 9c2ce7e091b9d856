import * as z from "zod/mini";
import { TimeZone } from "#domain/consultations/consultation-request.ts";
import {
  addDays,
  type CalendarDate,
  calendarDate,
  dateInTimeZone,
  isCalendarDate,
} from "#domain/dates/calendar-date.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { type FreeDay, groupByDate } from "#domain/scheduling/free-days.ts";
import { type Availability, getHorizonEnd, listSlots } from "#domain/scheduling/list-slots.ts";
import { SCHEDULING_LIMITS } from "#domain/scheduling/settings-form.ts";
import { getDayClock } from "#domain/scheduling/wall-time.ts";
import { isInYearRange } from "#domain/scheduling/year-range.ts";
import type { Query } from "#server/database/database.ts";
import { type MovedBooking, readAvailability } from "#server/scheduling/read-availability.ts";
import type { Services } from "#server/services.ts";

const MS_PER_DAY = 86_400_000;
const MAX_HORIZON_DAYS = SCHEDULING_LIMITS.horizonDays.max + 1;
const MAX_DAYS = 62;
const DEFAULT_DAYS = 14;
/** How many other times a response offers when a time was taken. */
const ALTERNATIVE_COUNT = 6;

/** A query for free times. `from` is a date in `timeZone`. */
export const FreeTimesQuery = z.object({
  from: z.optional(
    z.pipe(
      z.string().check(z.refine((text) => isCalendarDate(text) && isInYearRange(text), "Choose a date")),
      z.transform(calendarDate),
    ),
  ),
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_DAYS)), DEFAULT_DAYS),
  timeZone: z.optional(TimeZone),
});

export const FREE_TIMES_QUERY_MESSAGE = `Send from as YYYY-MM-DD, days from 1 to ${MAX_DAYS}, and timeZone as an IANA name.`;

export type FreeTimesRequest = {
  /** The first date, in `timeZone`. Today by default. */
  from?: CalendarDate | undefined;
  /** The number of dates. */
  days: number;
  /** The time zone that dates are in. The firm's by default. */
  timeZone?: string | undefined;
};

/** Which booking and host the times are for. */
type FreeTimesFilter = {
  /** The time of this booking is treated as free. */
  moved?: MovedBooking;
  /** Only the times of this host. */
  hostId?: string | undefined;
};

export type FreeTimes = {
  /** False if no times can be offered at all, because there is no active host or there are no hours. */
  isAvailable: boolean;
  timeZone: string;
  firmTimeZone: string;
  durationMinutes: number;
  from: CalendarDate;
  /** The dates with free times, within the requested dates. */
  days: FreeDay[];
  /** The first date with free times after the requested dates. Null if there is none. */
  nextFreeDate: CalendarDate | null;
};

/** Lists free times by date. */
export function listFreeTimes(
  { database, now }: Pick<Services, "database" | "now">,
  request: FreeTimesRequest & FreeTimesFilter,
): Promise<FreeTimes> {
  return database.bypassPolicies({ reason: "list free times" }, (query) =>
    readFreeTimes(query, request, now()),
  );
}

async function readFreeTimes(
  query: Query,
  { moved, hostId, ...request }: FreeTimesRequest & FreeTimesFilter,
  now: Date,
): Promise<FreeTimes> {
  const all = await readAll(query, now, moved);
  const availability = hostId ? { ...all, hosts: all.hosts.filter(({ id }) => id === hostId) } : all;
  return pickFreeTimes(listOfferedTimes(availability, now), request, now);
}

/** Picks the free times of the requested dates from all free times, which must be in ascending order. */
export function pickFreeTimes(
  { times, timeZone: firmTimeZone, durationMinutes, isAvailable }: OfferedTimes,
  { from: requestedDate, days, timeZone: requestedZone }: FreeTimesRequest,
  now: Date,
): FreeTimes {
  const timeZone = requestedZone ?? firmTimeZone;
  const from = requestedDate ?? dateInTimeZone(now, timeZone);
  const start = toInstant(new Date(getDayClock(from, timeZone).start));
  const end = toInstant(new Date(getDayClock(addDays(from, days), timeZone).start));
  const next = times.find((time) => time >= end);
  return {
    isAvailable,
    timeZone,
    firmTimeZone,
    durationMinutes,
    from,
    days: groupByDate(
      times.filter((time) => time >= start && time < end),
      timeZone,
    ),
    nextFreeDate: next ? dateInTimeZone(new Date(next), timeZone) : null,
  };
}

type OfferedTimes = {
  /** All times until the horizon, in ascending order. */
  times: readonly Instant[];
  /** The firm's time zone. */
  timeZone: string;
  durationMinutes: number;
  /** False if no times can be offered at all, because there is no active host or there are no hours. */
  isAvailable: boolean;
};

/** All times that can be booked. */
export type BookableTimes = OfferedTimes & {
  /** How consultations take place, such as "Video call". */
  place: string;
  /** The names of the people who host consultations. */
  hosts: readonly string[];
};

/** Lists all free times until the horizon. `query` must bypass row policies. */
export async function listBookableTimes(
  query: Query,
  now: Date,
  moved?: MovedBooking,
): Promise<BookableTimes> {
  const availability = await readAll(query, now, moved);
  const [places] = await query(
    `select coalesce(bool_or(meeting_url is not null), true) as has_video, coalesce(bool_or(phone is not null), false) as has_phone,
            coalesce(array_agg(name order by created_at, id), '{}') as hosts
       from public.consultation_hosts where is_active`,
  );
  return { ...listOfferedTimes(availability, now), place: describePlace(places), hosts: places?.hosts ?? [] };
}

function listOfferedTimes(availability: Availability, now: Date): OfferedTimes {
  const { timeZone, durationMinutes } = availability.rules;
  const period = { from: now, to: getHorizonEnd(availability.rules, now) };
  return {
    times: listSlots(availability, period, now).map(({ startsAt }) => startsAt),
    timeZone,
    durationMinutes,
    isAvailable: canOfferTimes(availability),
  };
}

function describePlace(places: { has_video: boolean; has_phone: boolean } | undefined): string {
  if (places?.has_video && places.has_phone) {
    return "Video or phone call";
  }
  return places?.has_phone ? "Phone call" : "Video call";
}

/** Reads all times until the horizon. */
function readAll(query: Query, now: Date, moved?: MovedBooking): Promise<Availability> {
  const latest = new Date(now.getTime() + MAX_HORIZON_DAYS * MS_PER_DAY);
  return readAvailability(query, { from: now, to: latest }, now, moved);
}

function canOfferTimes({ hosts, weeklyHours, overrides }: Availability): boolean {
  const hours = [...weeklyHours.values(), ...overrides.values()];
  return hosts.length > 0 && hours.some((ranges) => ranges.length > 0);
}

/** Lists the free times that are closest to a time, in ascending order. */
export async function listAlternatives(query: Query, wanted: Date, now: Date): Promise<Instant[]> {
  const period = { from: now, to: new Date(Math.max(wanted.getTime(), now.getTime()) + 14 * MS_PER_DAY) };
  const availability = await readAvailability(query, period, now);
  const distance = (time: Instant) => Math.abs(Date.parse(time) - wanted.getTime());
  return listSlots(availability, period, now)
    .map(({ startsAt }) => startsAt)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, ALTERNATIVE_COUNT)
    .toSorted();
}
