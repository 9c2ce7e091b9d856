import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import { emailStatusBadge, formatSchedule, jobStatusBadge, scheduleStatusBadge } from "./job-status.ts";

test.each([
  ["* * * * *", "Every minute"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["17 3 * * *", "Daily at 03:17 UTC"],
  ["23 1,7,13 * * *", "Daily at 01:23, 07:23 and 13:23 UTC"],
  ["0 3 * * 1", "0 3 * * 1"],
  ["5 * * * *", "5 * * * *"],
  ["0 9-17 * * *", "0 9-17 * * *"],
])("formats the schedule “%s” as “%s”", (at, message) => {
  expect(formatSchedule(at)).toBe(message);
});

test("shows a running schedule before its last result, and a new schedule as not run yet", () => {
  expect(
    scheduleStatusBadge({ runningSince: instant("2026-01-01T00:00:00Z"), outcome: "failed" }).label,
  ).toBe("Running");
  expect(scheduleStatusBadge({ runningSince: null, outcome: "failed" })).toEqual({
    label: "Failed",
    tone: "negative",
  });
  expect(scheduleStatusBadge({ runningSince: null, outcome: "succeeded" }).label).toBe("OK");
  expect(scheduleStatusBadge({ runningSince: null, outcome: null }).label).toBe("Not run yet");
});

test("labels known and unknown statuses", () => {
  expect(jobStatusBadge("stalled").label).toBe("Stalled");
  expect(emailStatusBadge("failed").label).toBe("Failed");
  expect(emailStatusBadge(unknownValue("novel"))).toEqual({ label: "Novel", tone: "neutral" });
});
