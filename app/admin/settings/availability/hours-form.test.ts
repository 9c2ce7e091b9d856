import { expect, test } from "vitest";
import { parseHoursFields, toHoursFields } from "./hours-form.ts";

const MORNING = { from: 540, to: 720 };
const UNTIL_MIDNIGHT = { from: 1320, to: 1440 };

test("converts hours to the values of time fields and back", () => {
  const fields = toHoursFields([MORNING, UNTIL_MIDNIGHT]);
  expect(fields).toEqual([
    { from: "09:00", to: "12:00" },
    { from: "22:00", to: "00:00" },
  ]);
  expect(parseHoursFields(fields)).toEqual({ ok: true, hours: [MORNING, UNTIL_MIDNIGHT] });
});

test("sorts ranges, and accepts none", () => {
  const fields = toHoursFields([UNTIL_MIDNIGHT, MORNING]);
  expect(parseHoursFields(fields)).toEqual({ ok: true, hours: [MORNING, UNTIL_MIDNIGHT] });
  expect(parseHoursFields([])).toEqual({ ok: true, hours: [] });
});

test.each([
  [[{ from: "09:00", to: "" }], "Enter a start and an end"],
  [[{ from: "12:00", to: "09:00" }], "The end must be after the start"],
  [
    [
      { from: "09:00", to: "13:00" },
      { from: "12:00", to: "17:00" },
    ],
    "Ranges must be in order and must not overlap",
  ],
])("reports what is wrong with %j", (fields, error) => {
  expect(parseHoursFields(fields)).toEqual({ ok: false, error });
});
