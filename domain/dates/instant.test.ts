import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instant, isInstant, latestInstant, parseInstant, toInstant } from "#domain/dates/instant.ts";

describe("an instant", () => {
  test.each([
    "2026-01-31T09:00:00Z",
    "2026-01-31T09:00:00.000Z",
    "2026-01-31T09:00:00.123456+00:00",
    "2026-01-31T09:00:00-08:00",
    "2024-02-29T23:59:59+14:00",
    "0001-01-01T00:00:00Z",
  ])("can be created from %s", (text) => {
    expect(isInstant(text)).toBe(true);
    expect(instant(text)).toBe(text);
    expect(parseInstant(text)).toBe(text);
  });

  test.each([
    "2026-01-31",
    "2026-01-31T09:00:00",
    "2026-01-31T09:00Z",
    "2026-01-31 09:00:00+00",
    "2026-02-30T09:00:00Z",
    "2025-02-29T09:00:00Z",
    "2026-01-31T25:00:00Z",
    "2026-01-31T09:60:00Z",
    "+010000-01-01T00:00:00Z",
    "Sat, 31 Jan 2026 09:00:00 GMT",
    "infinity",
    "",
  ])("cannot be created from %j", (text) => {
    expect(isInstant(text)).toBe(false);
    expect(() => instant(text)).toThrow(`not an instant: ${text}`);
    expect(parseInstant(text)).toBeNull();
  });

  test("is null when it is missing", () => {
    expect(parseInstant(null)).toBeNull();
    expect(parseInstant(undefined)).toBeNull();
  });
});

describe("toInstant", () => {
  test("converts a date in UTC", () => {
    expect(toInstant(new Date("2026-01-31T09:00:00+01:00"))).toBe("2026-01-31T08:00:00.000Z");
  });

  test("returns null without a date", () => {
    expect(toInstant(null)).toBeNull();
    expect(toInstant(undefined)).toBeNull();
  });

  test("rejects an invalid date and one after the year 9999", () => {
    expect(() => toInstant(new Date("never"))).toThrow(RangeError);
    expect(() => toInstant(new Date("+010000-01-01T00:00:00Z"))).toThrow(RangeError);
  });

  test("keeps the time to the millisecond", () => {
    const [min, max] = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        expect(Date.parse(toInstant(date))).toBe(date.getTime());
      }),
    );
  });
});

test("the latest instant is found whatever the offsets and fractions of seconds", () => {
  const [early, late] = [instant("2026-03-01T12:00:00+02:00"), instant("2026-03-01T11:00:00.5Z")];
  expect(latestInstant([early, null, late])).toBe(late);
  expect(latestInstant([late, early])).toBe(late);
  expect(latestInstant([null])).toBeNull();
});
