import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type CalendarDate, calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { groupByDate } from "./free-days.ts";
import type { MinuteRange } from "./hours.ts";
import { listSlots, type SlotRules } from "./list-slots.ts";
import { mergeRanges, overlapsAny, type TimeRange } from "./time-ranges.ts";

// Compares the free times with a clock that is read every 15 minutes. The clock uses Intl, because the code uses Temporal.

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const MINUTES_PER_DAY = 1440;
/** In minutes. Offsets, hours, lengths and intervals are multiples of it. */
const STEP = 15;

const ZONES_WITH_CLOCK_CHANGES = [
  "America/Los_Angeles",
  "America/New_York",
  "Europe/Berlin",
  // The clock changes by half an hour.
  "Australia/Lord_Howe",
  // The clock changes at midnight.
  "America/Santiago",
  "America/Havana",
  "Asia/Beirut",
];
const ZONES_WITH_PARTS_OF_HOURS = [
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Adelaide",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Chatham",
];
const ZONES = [...ZONES_WITH_CLOCK_CHANGES, ...ZONES_WITH_PARTS_OF_HOURS, "Pacific/Apia", "UTC"];
const YEARS = { min: 2026, max: 2037 };

type ClockReading = { date: string; minute: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

function readClock(timestamp: number, timeZone: string): ClockReading {
  const formatter =
    formatters.get(timeZone) ??
    // Sweden writes "2026-12-31 23:45".
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formatters.set(timeZone, formatter);
  const [date = "", time = ""] = formatter.format(timestamp).split(" ");
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { date, minute: hour * 60 + minute };
}

type Settings = Pick<
  SlotRules,
  "timeZone" | "durationMinutes" | "slotIntervalMinutes" | "bufferBeforeMinutes" | "bufferAfterMinutes"
>;
type Day = { date: CalendarDate; hours: readonly MinuteRange[]; busy: readonly TimeRange[] };

/** Lists the free times of a date. Every date has the same hours. */
function listExpectedStarts({ date, hours, busy }: Day, settings: Settings): number[] {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const readings: (ClockReading & { timestamp: number })[] = [];
  // From before the date starts in the east until after the next one ends in the west.
  for (
    let timestamp = midnight - 16 * MS_PER_HOUR;
    timestamp < midnight + 64 * MS_PER_HOUR;
    timestamp += STEP * MS_PER_MINUTE
  ) {
    readings.push({ timestamp, ...readClock(timestamp, settings.timeZone) });
  }
  const findFirst = (day: CalendarDate, minute: number) =>
    readings.find((reading) => reading.date > day || (reading.date === day && reading.minute >= minute))
      ?.timestamp ?? Number.NaN;
  const nextMorning = hours.find(({ from }) => from === 0);
  const isFirst = ({ timestamp, minute }: (typeof readings)[number]) =>
    readings.find((reading) => reading.date === date && reading.minute === minute)?.timestamp === timestamp;
  return hours.flatMap(({ from, to }) => {
    const end =
      to === MINUTES_PER_DAY && nextMorning
        ? findFirst(addDays(date, 1), nextMorning.to)
        : findFirst(date, to);
    return readings
      .filter(
        (reading) =>
          reading.date === date &&
          reading.minute >= from &&
          reading.minute < to &&
          (reading.minute - from) % settings.slotIntervalMinutes === 0 &&
          isFirst(reading),
      )
      .map(({ timestamp }) => timestamp)
      .filter((start) => {
        const callEnd = start + settings.durationMinutes * MS_PER_MINUTE;
        const blocked = {
          start: start - settings.bufferBeforeMinutes * MS_PER_MINUTE,
          end: callEnd + settings.bufferAfterMinutes * MS_PER_MINUTE,
        };
        return callEnd <= end && !overlapsAny(busy, blocked);
      });
  });
}

function listActualStarts({ date, hours, busy }: Day, settings: Settings): number[] {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const slots = listSlots(
    {
      rules: { ...settings, noticeMinutes: 0, horizonDays: 30, maxPerDay: null },
      weeklyHours: new Map([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, hours])),
      overrides: new Map(),
      hosts: [{ id: "maya", busy, reservedByDate: new Map() }],
    },
    { from: new Date(midnight - 2 * MS_PER_DAY), to: new Date(midnight + 3 * MS_PER_DAY) },
    new Date(midnight - 5 * MS_PER_DAY),
  );
  return slots
    .map(({ startsAt }) => Date.parse(startsAt))
    .filter((start) => readClock(start, settings.timeZone).date === date);
}

const anyMinute = fc.integer({ min: 0, max: MINUTES_PER_DAY / STEP }).map((steps) => steps * STEP);
const anyRange = fc
  .tuple(anyMinute, anyMinute)
  .filter(([from, to]) => from !== to)
  .map(([one, other]) => [{ from: Math.min(one, other), to: Math.max(one, other) }]);
/** Hours that continue after midnight. */
const nightHours = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 50, max: 95 }))
  .map(([morningEnd, eveningStart]) => [
    { from: 0, to: morningEnd * STEP },
    { from: eveningStart * STEP, to: MINUTES_PER_DAY },
  ]);
const anyDate = fc
  .date({
    min: new Date(Date.UTC(YEARS.min, 0, 1)),
    max: new Date(Date.UTC(YEARS.max, 11, 31)),
    noInvalidDate: true,
  })
  .map((date) => calendarDate(date.toISOString().slice(0, 10)));
const anyYear = fc.integer(YEARS);

type Place = { timeZone: string; date: CalendarDate };
const inAnyZone = (date: fc.Arbitrary<CalendarDate>): fc.Arbitrary<Place> =>
  fc.record({ timeZone: fc.constantFrom(...ZONES), date });

/** The dates of a year on which the clock changes. */
function listChangeDates(timeZone: string, year: number): CalendarDate[] {
  const first = Date.UTC(year, 0, 2, 12);
  return Array.from({ length: 363 }, (_, day) => first + day * MS_PER_DAY)
    .filter((noon) => readClock(noon - MS_PER_DAY, timeZone).minute !== readClock(noon, timeZone).minute)
    .map((noon) => calendarDate(readClock(noon, timeZone).date));
}

const places = {
  "at the year change": inAnyZone(anyYear.map((year) => calendarDate(`${year}-12-31`))),
  "around leap days": inAnyZone(fc.constantFrom("2028-02-29", "2032-02-29", "2036-02-29").map(calendarDate)),
  "without a leap day": inAnyZone(fc.constantFrom("2026-02-28", "2027-02-28").map(calendarDate)),
  "on days on which the clock changes": fc
    .tuple(fc.constantFrom(...ZONES_WITH_CLOCK_CHANGES), anyYear)
    .map(([timeZone, year]) => ({ timeZone, dates: listChangeDates(timeZone, year) }))
    .filter(({ dates }) => dates.length > 0)
    .chain(({ timeZone, dates }) =>
      fc.record({ timeZone: fc.constant(timeZone), date: fc.constantFrom(...dates) }),
    ),
  "in time zones with half and quarter hours": fc.record({
    timeZone: fc.constantFrom(...ZONES_WITH_PARTS_OF_HOURS),
    date: anyDate,
  }),
  "on any date": inAnyZone(anyDate),
} satisfies Record<string, fc.Arbitrary<Place>>;

const anySettings = fc.record({
  durationMinutes: fc.constantFrom(15, 30, 45, 60, 90),
  slotIntervalMinutes: fc.constantFrom(15, 30, 60),
  bufferBeforeMinutes: fc.constantFrom(0, 15),
  bufferAfterMinutes: fc.constantFrom(0, 30),
});
/** Start and length of other bookings, in steps. Many of them continue after midnight. */
const anyBookings = fc.array(fc.tuple(fc.integer({ min: -60, max: 150 }), fc.integer({ min: 1, max: 16 })), {
  maxLength: 4,
});

describe.each([
  ["hours within a day", anyRange],
  ["hours across midnight", nightHours],
])("%s", (_, anyHours) => {
  test.each(Object.entries(places))("%s, offers the times that the firm's clock shows", (_name, anyPlace) => {
    fc.assert(
      fc.property(anyPlace, anyHours, anySettings, anyBookings, (place, hours, rules, bookings) => {
        const settings = { ...rules, timeZone: place.timeZone };
        const midnight = Date.parse(`${place.date}T00:00:00Z`);
        const busy = mergeRanges(
          bookings.map(([start, length]) => ({
            start: midnight + start * STEP * MS_PER_MINUTE,
            end: midnight + (start + length) * STEP * MS_PER_MINUTE,
          })),
        );
        for (const date of [-1, 0, 1].map((days) => addDays(place.date, days))) {
          const day = { date, hours, busy };
          expect(listActualStarts(day, settings)).toEqual(listExpectedStarts(day, settings));
        }
      }),
      { numRuns: 15 },
    );
  });
});

test.each(
  Object.entries(places),
)("%s, visitors see each time on the date that their clock shows", (_, anyPlace) => {
  fc.assert(
    fc.property(anyPlace, ({ timeZone, date }) => {
      const start = Date.parse(`${date}T00:00:00Z`) - MS_PER_DAY;
      const times = Array.from({ length: 144 }, (_each, index) =>
        instant(new Date(start + index * 2 * STEP * MS_PER_MINUTE).toISOString()),
      );
      const shown = groupByDate(times, timeZone).flatMap((day) =>
        day.times.map((time) => `${day.date} ${time}`),
      );
      expect(shown).toEqual(times.map((time) => `${readClock(Date.parse(time), timeZone).date} ${time}`));
    }),
    { numRuns: 15 },
  );
});
