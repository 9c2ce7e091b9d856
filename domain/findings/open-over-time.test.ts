import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { countOpenByWeek } from "#domain/findings/open-over-time.ts";

const OPTIONS = { today: calendarDate("2026-11-29"), weeks: 4, timeZone: "America/New_York" };
const SEVERITIES = new Map([
  ["a", "high"],
  ["b", "low"],
] as const);

const event = (finding_id: string, day: string, action: string, to_value: string | null = null) => ({
  ...{ finding_id, at: instant(`${day}T12:00:00Z`), action, to_value },
});
const count = (...events: ReturnType<typeof event>[]) =>
  countOpenByWeek(events, SEVERITIES, OPTIONS).map(({ counts }) => counts.high);

test("counts per severity at the end of each week", () => {
  const points = countOpenByWeek(
    [event("a", "2026-11-08", "published"), event("b", "2026-11-16", "published")],
    SEVERITIES,
    OPTIONS,
  );
  expect(points.map(({ date, counts }) => `${date} ${counts.high} ${counts.low}`)).toEqual([
    "2026-11-08 1 0",
    "2026-11-15 1 0",
    "2026-11-22 1 1",
    "2026-11-29 1 1",
  ]);
});

test.each([
  [
    ["retested", "fixed"],
    [1, 0, 0, 0],
  ],
  [
    ["retested", "not_fixed"],
    [1, 1, 1, 1],
  ],
  [["withdrawn"], [1, 0, 0, 0]],
  [["acceptance-approved"], [1, 0, 0, 0]],
  [
    ["status-changed", "disputed"],
    [1, 1, 1, 1],
  ],
])("%j changes the counts to %j", ([action = "", value = null], expected) => {
  expect(count(event("a", "2026-11-02", "published"), event("a", "2026-11-10", action, value))).toEqual(
    expected,
  );
});

test.each([
  ["retested", "not_fixed", "retested", "fixed"],
  ["acceptance-expired", null, "acceptance-approved", null],
  ["acceptance-revoked", null, "acceptance-approved", null],
  ["restored", null, "withdrawn", null],
] as const)("%s %s reopens a finding", (action, value, closing, closingValue) => {
  const events = [
    event("a", "2026-11-02", "published"),
    event("a", "2026-11-09", closing, closingValue),
    event("a", "2026-11-20", action, value),
  ];
  expect(count(...events)).toEqual([1, 0, 1, 1]);
});

test("a failed retest does not reopen an accepted risk", () => {
  expect(
    count(
      event("a", "2026-11-02", "published"),
      event("a", "2026-11-09", "acceptance-approved"),
      event("a", "2026-11-20", "retested", "not_fixed"),
    ),
  ).toEqual([1, 0, 0, 0]);
});

test("uses the days of the time zone", () => {
  const late = { ...event("a", "2026-11-16", "published"), at: instant("2026-11-16T03:00:00Z") };
  expect(count(late)).toEqual([0, 1, 1, 1]);
});
