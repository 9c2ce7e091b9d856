import fc from "fast-check";
import { expect, test } from "vitest";
import { AuthError } from "../http/errors.ts";
import { parseBanDuration } from "./ban-duration.ts";

const at = new Date("2026-03-02T09:00:00Z");
const inSeconds = (seconds: number) => new Date(at.getTime() + seconds * 1000);

// The format of Go's time.ParseDuration: https://supabase.com/docs/reference/javascript/auth-admin-updateuserbyid
test.each([
  ["24h", 24 * 3600],
  ["1h30m", 5400],
  ["1.5h", 5400],
  ["90s", 90],
  ["1m1s500ms", 61.5],
  ["2000000us", 2],
  ["0s", 0],
])("%s ends the ban after %d s", (duration, seconds) => {
  expect(parseBanDuration(duration, at)).toEqual(inSeconds(seconds));
});

test("none lifts the ban, and an omitted duration leaves it unchanged", () => {
  expect(parseBanDuration("none", at)).toBeNull();
  for (const omitted of [undefined, null, ""]) {
    expect(parseBanDuration(omitted, at)).toBeUndefined();
  }
});

test.each([
  "24",
  "h",
  "1d",
  "1 h",
  "-1h",
  "1h ",
  "1e3h",
  "forever",
  "None",
  "1.h",
  ".5h",
  `${"1h".repeat(51)}`,
])("rejects %j", (duration) => {
  expect(() => parseBanDuration(duration, at)).toThrow(
    expect.objectContaining({ status: 400, code: "validation_failed" }),
  );
});

test("a ban that is too long for a date ends in 1,000 years", () => {
  expect(parseBanDuration(`${"9".repeat(90)}h`, at)?.getUTCFullYear()).toBe(3025);
});

test("any text results in a valid date or a client error", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.hmsun-"), minLength: 1 }), (duration) => {
      try {
        expect(parseBanDuration(duration, at)?.getTime()).toBeGreaterThanOrEqual(at.getTime());
      } catch (error) {
        expect(error).toBeInstanceOf(AuthError);
      }
    }),
    { numRuns: 500 },
  );
});
