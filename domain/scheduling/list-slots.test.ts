import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { groupByDate } from "./free-days.ts";
import type { MinuteRange } from "./hours.ts";
import {
  type Availability,
  findSlotAt,
  getHorizonEnd,
  type HostSchedule,
  isWithinHours,
  listSlots,
} from "./list-slots.ts";
import { mergeRanges } from "./time-ranges.ts";

const HOUR = 60;
const NINE_TO_FIVE = [
  { from: 9 * HOUR, to: 12 * HOUR },
  { from: 13 * HOUR, to: 17 * HOUR },
];
const ZONES = [
  "America/Los_Angeles",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
];
const NOW = new Date("2026-11-20T12:00:00Z");

const buildHost = (host: Partial<HostSchedule> = {}): HostSchedule => ({
  id: "maya",
  busy: [],
  reservedByDate: new Map(),
  ...host,
});

type Input = Partial<Omit<Availability, "rules" | "weeklyHours">> & {
  rules?: Partial<Availability["rules"]>;
  everyDay?: readonly MinuteRange[];
};

/** Weekdays from 9:00 to 12:00 and from 13:00 to 17:00, without notice or buffers. */
function buildAvailability({ rules, everyDay, ...input }: Input = {}): Availability {
  const days = everyDay ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5];
  return {
    rules: {
      timeZone: "America/New_York",
      durationMinutes: 30,
      slotIntervalMinutes: 30,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      noticeMinutes: 0,
      horizonDays: 60,
      maxPerDay: null,
      ...rules,
    },
    weeklyHours: new Map(days.map((day) => [day, everyDay ?? NINE_TO_FIVE])),
    overrides: new Map(),
    hosts: [buildHost()],
    ...input,
  };
}

function listLocalTimes(availability: Availability, date: string, now = NOW): string[] {
  const { timeZone } = availability.rules;
  const noon = Date.parse(`${date}T12:00:00Z`);
  const period = { from: new Date(noon - 36 * 3_600_000), to: new Date(noon + 36 * 3_600_000) };
  return listSlots(availability, period, now)
    .filter(({ startsAt }) => dateInTimeZone(new Date(startsAt), timeZone) === date)
    .map(({ startsAt }) => formatTime(Date.parse(startsAt), timeZone));
}

const formatters = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" })]),
);

function formatTime(timestamp: number, timeZone: string): string {
  return formatters.get(timeZone)?.format(timestamp) ?? "";
}

test("lists times within the hours of weekdays", () => {
  const availability = buildAvailability({ rules: { durationMinutes: 60, slotIntervalMinutes: 60 } });
  expect(listLocalTimes(availability, "2026-11-23")).toEqual([
    ...["09:00", "10:00", "11:00"],
    ...["13:00", "14:00", "15:00", "16:00"],
  ]);
  expect(listLocalTimes(availability, "2026-11-22")).toEqual([]);
});

test("a time must end within the hours", () => {
  const availability = buildAvailability({ rules: { durationMinutes: 45 } });
  expect(listLocalTimes(availability, "2026-11-23").slice(0, 6)).toEqual([
    "09:00",
    "09:30",
    "10:00",
    "10:30",
    "11:00",
    "13:00",
  ]);
});

test("an override replaces the hours of its date in the firm's time zone", () => {
  const overrides = new Map([
    [calendarDate("2026-11-26"), []],
    [calendarDate("2026-11-28"), [{ from: 600, to: 660 }]],
  ]);
  const availability = buildAvailability({ rules: { timeZone: "Pacific/Apia" }, overrides });
  expect(listLocalTimes(availability, "2026-11-26")).toEqual([]);
  expect(listLocalTimes(availability, "2026-11-28")).toEqual(["10:00", "10:30"]);
});

test("offers nothing without hosts or hours", () => {
  expect(listLocalTimes(buildAvailability({ hosts: [] }), "2026-11-23")).toEqual([]);
  expect(listLocalTimes(buildAvailability({ everyDay: [] }), "2026-11-23")).toEqual([]);
});

describe("notice and horizon", () => {
  test("the first time is exactly after the notice", () => {
    const availability = buildAvailability({ rules: { noticeMinutes: 24 * HOUR } });
    const now = new Date("2026-11-22T15:00:00Z");
    expect(listLocalTimes(availability, "2026-11-23", now)[0]).toBe("10:00");
    expect(listLocalTimes(availability, "2026-11-23", new Date(now.getTime() + 1))[0]).toBe("10:30");
  });

  test("counts the notice in elapsed hours on the day that the clock changes", () => {
    const availability = buildAvailability({ everyDay: NINE_TO_FIVE, rules: { noticeMinutes: 24 * HOUR } });
    // 10:00 EST on Saturday. 24 hours later, it is 11:00 EDT on Sunday.
    const now = new Date("2026-03-07T15:00:00Z");
    expect(listLocalTimes(availability, "2026-03-08", now)[0]).toBe("11:00");
  });

  test("the last date is in the horizon until it ends, even after the clock changes", () => {
    const availability = buildAvailability({
      everyDay: [{ from: 0, to: 1440 }],
      rules: { horizonDays: 1, durationMinutes: 60, slotIntervalMinutes: 60 },
    });
    const now = new Date("2026-10-31T16:00:00Z");
    expect(getHorizonEnd(availability.rules, now).toISOString()).toBe("2026-11-02T05:00:00.000Z");
    expect(listLocalTimes(availability, "2026-11-01", now).at(-1)).toBe("23:00");
    expect(listLocalTimes(availability, "2026-11-02", now)).toEqual([]);
  });
});

describe("busy hosts", () => {
  const busy = [{ start: Date.parse("2026-11-23T15:00:00Z"), end: Date.parse("2026-11-23T15:30:00Z") }];

  test("a busy time blocks only times that overlap it", () => {
    const times = listLocalTimes(buildAvailability({ hosts: [buildHost({ busy })] }), "2026-11-23");
    expect(times.slice(0, 4)).toEqual(["09:00", "09:30", "10:30", "11:00"]);
  });

  test("buffers keep a distance to busy times on both sides", () => {
    const rules = { bufferBeforeMinutes: 15, bufferAfterMinutes: 30 };
    const times = listLocalTimes(buildAvailability({ rules, hosts: [buildHost({ busy })] }), "2026-11-23");
    expect(times.slice(0, 3)).toEqual(["09:00", "11:00", "11:30"]);
  });

  test("offers a time while any host is free", () => {
    const hosts = [buildHost({ busy }), buildHost({ id: "daniel" })];
    const slot = findSlotAt(buildAvailability({ hosts }), new Date("2026-11-23T15:00:00Z"), NOW);
    expect(slot?.hostIds).toEqual(["daniel"]);
  });

  test("a host with the maximum of a date is not offered on it", () => {
    const reservedByDate = new Map([[calendarDate("2026-11-23"), 2]]);
    const hosts = [buildHost({ reservedByDate })];
    const withLimit = (maxPerDay: number) => buildAvailability({ hosts, rules: { maxPerDay } });
    expect(listLocalTimes(withLimit(2), "2026-11-23")).toEqual([]);
    expect(listLocalTimes(withLimit(3), "2026-11-23")).toHaveLength(14);
    expect(listLocalTimes(withLimit(2), "2026-11-24")).toHaveLength(14);
  });
});

test("finds only times that are offered", () => {
  const find = (time: string) => findSlotAt(buildAvailability(), new Date(time), NOW)?.endsAt;
  expect(find("2026-11-23T14:00:00Z")).toBe("2026-11-23T14:30:00.000Z");
  expect(find("2026-11-23T14:10:00Z")).toBeUndefined();
  expect(find("2026-11-23T13:30:00Z")).toBeUndefined();
});

describe("days on which the clock changes", () => {
  const night = [{ from: 0, to: 4 * HOUR }];

  test.each([
    ["America/Los_Angeles", "2026-03-08", ["01:30", "03:00"]],
    ["America/New_York", "2026-03-08", ["01:30", "03:00"]],
    ["Europe/Berlin", "2026-03-29", ["01:30", "03:00"]],
    ["Australia/Lord_Howe", "2026-10-04", ["01:30", "02:30"]],
  ])("%s skips times on %s", (timeZone, date, [before = "", after = ""]) => {
    const availability = buildAvailability({ everyDay: night, rules: { timeZone, horizonDays: 365 } });
    const times = listLocalTimes(availability, date, new Date("2026-01-01T00:00:00Z"));
    expect(times[times.indexOf(before) + 1]).toBe(after);
  });

  test.each([
    ["America/Los_Angeles", "2026-11-01", "2026-11-01T08:30:00.000Z"],
    ["America/New_York", "2026-11-01", "2026-11-01T05:30:00.000Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T23:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T14:30:00.000Z"],
  ])("%s offers 01:30 once on %s, the first time", (timeZone, date, expected) => {
    const availability = buildAvailability({ everyDay: night, rules: { timeZone, horizonDays: 365 } });
    const now = new Date("2026-01-01T00:00:00Z");
    expect(listLocalTimes(availability, date, now).filter((time) => time === "01:30")).toHaveLength(1);
    expect(findSlotAt(availability, new Date(expected), now)).not.toBeNull();
  });
});

test("keeps hours that start or end when the clock is put forward", () => {
  const rules = { timeZone: "Europe/Berlin", horizonDays: 365 };
  const until = buildAvailability({ everyDay: [{ from: 0, to: 2 * HOUR }], rules });
  const now = new Date("2026-03-01T00:00:00Z");
  expect(listLocalTimes(until, "2026-03-29", now)).toEqual(["00:00", "00:30", "01:00", "01:30"]);
  const from = buildAvailability({ everyDay: [{ from: 2 * HOUR, to: 4 * HOUR }], rules });
  const period = (start: string, end: string) => ({ from: new Date(start), to: new Date(end) });
  expect(isWithinHours(from, period("2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"))).toBe(true);
  expect(isWithinHours(from, period("2026-03-29T00:00:00Z", "2026-03-29T00:30:00Z"))).toBe(false);
});

test("a time may continue after midnight only if the next date starts at midnight", () => {
  const evening = [{ from: 22 * HOUR, to: 24 * HOUR }];
  const rules = { durationMinutes: 60, slotIntervalMinutes: 30 };
  expect(listLocalTimes(buildAvailability({ everyDay: evening, rules }), "2026-12-31")).toEqual([
    "22:00",
    "22:30",
    "23:00",
  ]);
  const overrides = new Map([[calendarDate("2027-01-01"), [{ from: 0, to: HOUR }]]]);
  const acrossMidnight = buildAvailability({ everyDay: evening, rules, overrides });
  expect(listLocalTimes(acrossMidnight, "2026-12-31")).toEqual(["22:00", "22:30", "23:00", "23:30"]);
  expect(listLocalTimes(acrossMidnight, "2027-01-01")).toEqual(["00:00"]);
  const period = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
  expect(isWithinHours(acrossMidnight, period("2027-01-01T04:30:00Z", "2027-01-01T05:30:00Z"))).toBe(true);
  expect(isWithinHours(acrossMidnight, period("2027-01-01T05:30:00Z", "2027-01-01T06:30:00Z"))).toBe(false);
});

test("offers times on a leap day", () => {
  const availability = buildAvailability({ rules: { horizonDays: 365 } });
  expect(listLocalTimes(availability, "2028-02-29", new Date("2028-01-01T00:00:00Z"))).toHaveLength(14);
});

test("one of the visitor's dates can contain times of two of the firm's dates", () => {
  const availability = buildAvailability({ rules: { timeZone: "America/Los_Angeles" } });
  const period = { from: new Date("2026-11-23T00:00:00Z"), to: new Date("2026-11-25T00:00:00Z") };
  const times = listSlots(availability, period, NOW).map(({ startsAt }) => startsAt);
  const tuesday = groupByDate(times, "Asia/Kathmandu").find(({ date }) => date === "2026-11-24");
  const firmDates = new Set(
    tuesday?.times.map((time) => dateInTimeZone(new Date(time), "America/Los_Angeles")),
  );
  expect([...firmDates]).toEqual(["2026-11-23", "2026-11-24"]);
});

describe("for any settings", () => {
  const anyInput = fc.record({
    timeZone: fc.constantFrom(...ZONES),
    now: fc.date({
      min: new Date("2026-01-01T00:00:00Z"),
      max: new Date("2029-01-01T00:00:00Z"),
      noInvalidDate: true,
    }),
    durationMinutes: fc.constantFrom(15, 30, 45, 60),
    slotIntervalMinutes: fc.constantFrom(15, 30, 60),
    bufferBeforeMinutes: fc.constantFrom(0, 10),
    bufferAfterMinutes: fc.constantFrom(0, 15),
    noticeMinutes: fc.constantFrom(0, 120, 1440),
    horizonDays: fc.integer({ min: 1, max: 10 }),
    maxPerDay: fc.constant(null),
    from: fc.integer({ min: 0, max: 1400 }),
    length: fc.integer({ min: 15, max: 1440 }),
    busy: fc.array(fc.tuple(fc.integer({ min: 0, max: 480 }), fc.integer({ min: 1, max: 20 })), {
      maxLength: 20,
    }),
  });

  test("times are within notice, horizon and hours, in order, and never overlap busy times", () => {
    fc.assert(
      fc.property(anyInput, ({ now, from, length, busy: busyHours, ...rules }) => {
        const busy = busyHours.map(([hour, hours]) => ({
          start: now.getTime() + hour * 3_600_000,
          end: now.getTime() + (hour + hours) * 3_600_000,
        }));
        const hours = [{ from, to: Math.min(from + length, 1440) }];
        const availability = buildAvailability({
          rules,
          everyDay: hours,
          hosts: [buildHost({ busy: mergeRanges(busy) })],
        });
        const period = { from: new Date(0), to: new Date("2100-01-01T00:00:00Z") };
        const slots = listSlots(availability, period, now);
        const starts = slots.map(({ startsAt }) => Date.parse(startsAt));
        expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
        const latest = getHorizonEnd(availability.rules, now).getTime();
        const violations = starts.filter((start) => {
          const end = start + rules.durationMinutes * 60_000;
          const blockedStart = start - rules.bufferBeforeMinutes * 60_000;
          const blockedEnd = end + rules.bufferAfterMinutes * 60_000;
          const [hour = 0, minute = 0] = formatTime(start, rules.timeZone).split(":").map(Number);
          return (
            start < now.getTime() + rules.noticeMinutes * 60_000 ||
            start >= latest ||
            (hour * 60 + minute - from) % rules.slotIntervalMinutes !== 0 ||
            !isWithinHours(availability, { from: new Date(start), to: new Date(end) }) ||
            busy.some((range) => range.start < blockedEnd && blockedStart < range.end)
          );
        });
        expect(violations).toEqual([]);
        const [first] = starts;
        expect(first === undefined || findSlotAt(availability, new Date(first), now)).not.toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  test("every time is in exactly one of the visitor's dates", () => {
    fc.assert(
      fc.property(
        anyInput,
        fc.constantFrom(...ZONES),
        ({ now, from, length, busy: _, ...rules }, visitorZone) => {
          const everyDay = [{ from, to: Math.min(from + length, 1440) }];
          const period = { from: new Date(0), to: new Date("2100-01-01T00:00:00Z") };
          const slots = listSlots(buildAvailability({ rules, everyDay }), period, now);
          const times = slots.map(({ startsAt }) => startsAt);
          expect(groupByDate(times, visitorZone).flatMap((day) => day.times)).toEqual(times);
        },
      ),
      { numRuns: 30 },
    );
  });
});
