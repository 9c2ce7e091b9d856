import { expect, test } from "vitest";
import { formatHours } from "./format-hours.ts";

test("formats the hours of a day", () => {
  const hours = [
    { from: 540, to: 720 },
    { from: 780, to: 1440 },
  ];
  expect(formatHours(hours).replaceAll("\u202f", " ")).toBe("9:00 AM – 12:00 PM, 1:00 PM – 12:00 AM");
  expect(formatHours([])).toBe("Closed");
});
