import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { findPreset, parsePeriod, periodPresetLabel, presetPeriod } from "./statement-period.ts";

describe("a preset", () => {
  test.each([
    ["this-month", "2026-03-31", "2026-03-01", "2026-03-31"],
    ["last-month", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["last-month", "2026-01-01", "2025-12-01", "2025-12-31"],
    ["this-quarter", "2026-03-31", "2026-01-01", "2026-03-31"],
    ["this-quarter", "2026-04-01", "2026-04-01", "2026-04-01"],
    ["this-quarter", "2026-12-31", "2026-10-01", "2026-12-31"],
    ["this-year", "2026-02-28", "2026-01-01", "2026-02-28"],
    ["last-year", "2026-01-01", "2025-01-01", "2025-12-31"],
    ["all", "2026-01-01", null, "2026-01-01"],
  ] as const)("%s on %s is from %s to %s", (preset, today, from, to) => {
    const period = presetPeriod(preset, calendarDate(today));
    expect(period).toEqual({ from, to });
    expect(findPreset(period, calendarDate(today))).not.toBeNull();
    expect(periodPresetLabel(preset)).not.toBe("");
  });

  test("is not found for another period", () => {
    const period = { from: calendarDate("2026-01-02"), to: null };
    expect(findPreset(period, calendarDate("2026-03-31"))).toBeNull();
  });
});

describe("a period in the URL", () => {
  test.each([
    ["2026-01-01", "2026-01-01", { from: "2026-01-01", to: "2026-01-01" }],
    [null, "2026-01-01", { from: null, to: "2026-01-01" }],
    ["", "", { from: null, to: null }],
    ["2026-01-02", "2026-01-01", null],
    ["2026-02-30", null, null],
    [null, "tomorrow", null],
  ])("is parsed from %j and %j", (from, to, expected) => {
    expect(parsePeriod(from, to)).toEqual(expected);
  });
});
