import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { formatTimeParameter, parseTimeParameter } from "./time-parameter.ts";

test("formats and parses a time", () => {
  expect(formatTimeParameter(instant("2026-12-01T10:00:00-05:00"))).toBe("2026-12-01T15:00Z");
  expect(parseTimeParameter("2026-12-01T15:00Z")).toBe("2026-12-01T15:00:00.000Z");
});

test.each([
  undefined,
  "",
  "2026-12-01",
  "2026-12-01T25:00Z",
  "2026-02-30T15:00Z",
  "2026-12-01T15:00",
  "2026-12-01T15:00:00Z",
  "x2026-12-01T15:00Z",
])("rejects %j", (text) => {
  expect(parseTimeParameter(text)).toBeNull();
});
