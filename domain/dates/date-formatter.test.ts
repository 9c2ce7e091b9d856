import { expect, test } from "vitest";
import { getDateFormatter } from "./date-formatter.ts";

test("returns the same formatter for the same options", () => {
  const options = { timeStyle: "short", timeZone: "Asia/Kathmandu" } as const;
  expect(getDateFormatter(options)).toBe(getDateFormatter({ ...options }));
  expect(getDateFormatter(options)).not.toBe(getDateFormatter({ ...options, timeZone: "UTC" }));
});

test("creates formatters of any number of time zones", () => {
  const time = new Date("2026-12-01T17:00:00Z");
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    for (const timeStyle of ["short", "medium"] as const) {
      const expected = time.toLocaleTimeString("en-US", { timeStyle, timeZone });
      expect(getDateFormatter({ timeStyle, timeZone }).format(time)).toBe(expected);
    }
  }
});

test("throws for an unknown time zone", () => {
  expect(() => getDateFormatter({ timeZone: "Mars/Base" })).toThrow(RangeError);
});
