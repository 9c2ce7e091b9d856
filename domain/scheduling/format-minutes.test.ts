import { expect, test } from "vitest";
import { formatMinutes } from "./format-minutes.ts";

test.each([
  [0, "0 minutes"],
  [1, "1 minute"],
  [59, "59 minutes"],
  [60, "1 hour"],
  [90, "90 minutes"],
  [1440, "1 day"],
  [2160, "36 hours"],
  [10_080, "7 days"],
])("formats %d minutes as %s", (minutes, expected) => {
  expect(formatMinutes(minutes)).toBe(expected);
});
