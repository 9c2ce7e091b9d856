import { expect, test } from "vitest";
import { DayHours, parseHours, parseTimeField, toMultirange, toTimeField } from "./hours.ts";

const getFirstError = (ranges: unknown) => DayHours.safeParse(ranges).error?.issues[0]?.message;

test("converts hours from and to their column", () => {
  const hours = [
    { from: 540, to: 720 },
    { from: 780, to: 1440 },
  ];
  expect(toMultirange(hours)).toBe("{[540,720),[780,1440)}");
  expect(parseHours("{[540,720),[780,1440)}")).toEqual(hours);
  expect(parseHours(toMultirange([]))).toEqual([]);
});

test.each([
  [[], undefined],
  [[{ from: 0, to: 1440 }], undefined],
  [[{ from: 540, to: 540 }], "The end must be after the start"],
  [[{ from: 540, to: 1441 }], "Choose a time"],
  [
    [
      { from: 540, to: 720 },
      { from: 719, to: 800 },
    ],
    "Ranges must be in order and must not overlap",
  ],
  [
    [
      { from: 540, to: 720 },
      { from: 720, to: 800 },
    ],
    undefined,
  ],
  [[{ from: 540.5, to: 720 }], "Choose a time"],
  [
    Array.from({ length: 9 }, (_, index) => ({ from: index, to: index + 1 })),
    "Enter at most 8 ranges per day",
  ],
])("validates the hours %j", (ranges, message) => {
  expect(getFirstError(ranges)).toBe(message);
});

test.each([
  [0, "00:00"],
  [545, "09:05"],
  [1439, "23:59"],
  [1440, "00:00"],
])("formats minute %d as %s", (minute, field) => {
  expect(toTimeField(minute)).toBe(field);
});

test.each([
  ["00:00", 0, 1440],
  ["09:05", 545, 545],
  ["23:59:00", 1439, 1439],
  ["24:00", null, null],
  ["9:05", null, null],
  ["", null, null],
])("parses the time field %j as a start and as an end", (field, start, end) => {
  expect(parseTimeField(field)).toBe(start);
  expect(parseTimeField(field, { isEnd: true })).toBe(end);
});
