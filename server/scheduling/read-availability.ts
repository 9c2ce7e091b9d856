import { brand } from "#brand";
import { addDays, type CalendarDate, calendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { parseHours } from "#domain/scheduling/hours.ts";
import { type Availability, getHorizonEnd, type HostSchedule } from "#domain/scheduling/list-slots.ts";
import type { TimeRange } from "#domain/scheduling/time-ranges.ts";
import type { Query } from "#server/database/database.ts";

type Period = { from: Date; to: Date };
/**
 * A consultation or meeting that is moved. Its own reservation does not block its new time. `durationMinutes` is its length,
 * if it is not the one in the settings.
 */
export type MovedBooking = { consultationId?: string; bookingId?: string; durationMinutes?: number };

const MS_PER_DAY = 86_400_000;

/**
 * Reads what is needed to list the free times that start in a period. `query` must bypass row policies. Holds that have
 * expired block nothing.
 */
export async function readAvailability(
  query: Query,
  period: Period,
  now: Date,
  moved: MovedBooking = {},
): Promise<Availability> {
  const settings = await readSchedulingSettings(query);
  const timeZone = settings.time_zone ?? brand.timeZone;
  const rules = {
    timeZone,
    durationMinutes: moved.durationMinutes ?? settings.duration_minutes,
    slotIntervalMinutes: settings.slot_interval_minutes,
    bufferBeforeMinutes: settings.buffer_before_minutes,
    bufferAfterMinutes: settings.buffer_after_minutes,
    noticeMinutes: settings.notice_minutes,
    horizonDays: settings.horizon_days,
    maxPerDay: settings.max_per_day,
  };
  const horizonEnd = getHorizonEnd(rules, now);
  // Nothing is offered after the horizon, so do not read it.
  const to = new Date(Math.max(Math.min(period.to.getTime(), horizonEnd.getTime()), period.from.getTime()));
  const weekdays = await query("select weekday, hours::text as hours from public.availability_hours");
  const overrides = await query(
    "select date::text as date, hours::text as hours from public.availability_overrides where date between $1 and $2",
    [
      addDays(dateInTimeZone(period.from, timeZone), -1),
      // The hours of a date may continue after midnight.
      addDays(dateInTimeZone(to, timeZone), 1),
    ],
  );
  return {
    rules,
    weeklyHours: new Map(weekdays.map(({ weekday, hours }) => [weekday, parseHours(hours)])),
    overrides: new Map(overrides.map(({ date, hours }) => [calendarDate(date), parseHours(hours)])),
    hosts: await readHostSchedules(query, {
      period: { from: period.from, to },
      now,
      moved,
      timeZone,
      isCounted: settings.max_per_day !== null,
    }),
  };
}

/** @throws if the settings row is missing. This should never happen, because no role can delete it. */
export async function readSchedulingSettings(query: Query) {
  const [settings] = await query("select * from public.scheduling_settings");
  if (!settings) {
    throw new Error("the scheduling settings are missing");
  }
  return settings;
}

type HostQuery = { period: Period; now: Date; moved: MovedBooking; timeZone: string; isCounted: boolean };

async function readHostSchedules(
  query: Query,
  { period, now, moved, timeZone, isCounted }: HostQuery,
): Promise<HostSchedule[]> {
  // Buffers and durations are shorter than a day.
  const from = new Date(period.from.getTime() - MS_PER_DAY);
  const to = new Date(period.to.getTime() + MS_PER_DAY);
  const movedId = moved.consultationId ?? moved.bookingId ?? null;
  // The ranges are one text, because the driver takes 10 times as long to parse a row with two timestamps for each.
  const hosts = await query(
    `select host.id, busy.ranges
       from public.consultation_hosts as host
      cross join lateral (
        select coalesce(string_agg(date_part('epoch', lower(merged.range)) || ' ' || date_part('epoch', upper(merged.range)), ','),
                        '') as ranges
          from (select unnest(range_agg(each.range)) as range from (
            select reservation.blocked as range from private.host_reservations as reservation
             where reservation.host_id = host.id and reservation.blocked && tstzrange($1, $2)
               and coalesce(reservation.consultation_id, reservation.booking_id) is distinct from $3
               -- An array is read once, and a join once per reservation.
               and coalesce(reservation.consultation_id, reservation.booking_id) <> all (array(
                     select held.id from public.consultations as held
                      where held.status = 'held' and held.hold_expires_at <= $4))
            union all
            select tstzrange(blocked.starts_at, blocked.ends_at) from public.blocked_times as blocked
             where (blocked.host_id = host.id or blocked.host_id is null)
               and tstzrange(blocked.starts_at, blocked.ends_at) && tstzrange($1, $2)
            union all
            select tstzrange(event.starts_at, event.ends_at) from private.feed_busy_times as event
              join private.calendar_feeds as feed on feed.id = event.feed_id
             where feed.host_id = host.id and tstzrange(event.starts_at, event.ends_at) && tstzrange($1, $2)
            union all
            -- Meetings that were approved before there were hosts. It is unknown who holds them.
            select tstzrange(booking.scheduled_at, booking.scheduled_at + make_interval(mins => booking.meeting_minutes))
              from public.service_bookings as booking
             where booking.host_id is null and booking.status = 'approved' and booking.id is distinct from $3
               and booking.scheduled_at between $1 and $2) as each) as merged
         where not isempty(merged.range)) as busy
      where host.is_active
      order by host.id`,
    [from, to, movedId, now],
  );
  const counts =
    isCounted && hosts.length > 0
      ? await query(
          `select reservation.host_id, ((reservation.starts_at at time zone $4::text)::date)::text as date, count(*)::integer as count
             from private.host_reservations as reservation
             left join public.consultations as held on held.id = reservation.consultation_id and held.status = 'held'
            where reservation.starts_at between $1 and $2 and (held.id is null or held.hold_expires_at > $5)
              and coalesce(reservation.consultation_id, reservation.booking_id) is distinct from $3
            group by 1, 2
           -- not null: date`,
          [from, to, movedId, timeZone, now],
        )
      : [];
  return hosts.map(({ id, ranges }) => ({
    id,
    busy: parseRanges(ranges),
    reservedByDate: new Map<CalendarDate, number>(
      counts.filter(({ host_id }) => host_id === id).map(({ date, count }) => [calendarDate(date), count]),
    ),
  }));
}

/** Parses ranges of seconds since 1970, such as "1764579600 1764581400,1764586800 1764588600". */
function parseRanges(text: string): TimeRange[] {
  return text === ""
    ? []
    : text.split(",").map((range) => {
        const [start = Number.NaN, end = Number.NaN] = range
          .split(" ")
          .map((seconds) => Number(seconds) * 1000);
        return { start, end };
      });
}
