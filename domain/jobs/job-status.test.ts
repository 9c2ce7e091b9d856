import { expect, test } from "vitest";
import {
  emailStatus,
  type FailedJob,
  formatSchedule,
  jobStatus,
  needsAttention,
  type ScheduledJob,
  scheduleStatus,
} from "./job-status.ts";

test.each([
  ["* * * * *", "Every minute"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["17 3 * * *", "Daily at 03:17 UTC"],
  ["23 1,7,13 * * *", "Daily at 01:23, 07:23 and 13:23 UTC"],
  ["0 3 * * 1", "0 3 * * 1"],
  ["5 * * * *", "5 * * * *"],
  ["0 9-17 * * *", "0 9-17 * * *"],
])("%s → %s", (at, message) => {
  expect(formatSchedule(at)).toBe(message);
});

test("shows a running schedule before its last result, and a new schedule as not run yet", () => {
  expect(scheduleStatus({ runningSince: "2026-01-01T00:00:00Z", outcome: "failed" }).label).toBe("Running");
  expect(scheduleStatus({ runningSince: null, outcome: "failed" })).toEqual({
    label: "Failed",
    tone: "negative",
  });
  expect(scheduleStatus({ runningSince: null, outcome: "succeeded" }).label).toBe("OK");
  expect(scheduleStatus({ runningSince: null, outcome: null }).label).toBe("Not run yet");
});

test("needs attention when email is late or failed, jobs are stalled, or schedules keep failing, but not for retries", () => {
  const mails = { waiting: 3, failing: 2, late: 0, givenUp: 0, bounced: 0 };
  const job = (state: FailedJob["state"]) => ({ state }) as FailedJob;
  const schedules = [{ outcome: "failed", keepsFailing: false } as ScheduledJob];
  expect(needsAttention({ schedules, jobs: [job("trying-again")], mails })).toBe(false);
  expect(needsAttention({ schedules, jobs: [job("held")], mails })).toBe(true);
  expect(needsAttention({ schedules, jobs: [job("given-up")], mails })).toBe(true);
  expect(needsAttention({ schedules, jobs: [], mails: { ...mails, late: 1 } })).toBe(true);
  expect(needsAttention({ schedules, jobs: [], mails: { ...mails, givenUp: 1 } })).toBe(true);
  expect(needsAttention({ schedules, jobs: [], mails: { ...mails, bounced: 1 } })).toBe(true);
  expect(needsAttention({ schedules: [{ keepsFailing: true } as ScheduledJob], jobs: [], mails })).toBe(true);
});

test("labels known and unknown statuses", () => {
  expect(jobStatus("held").label).toBe("Stalled");
  expect(emailStatus("given-up").label).toBe("Failed");
  expect(emailStatus("novel" as never)).toEqual({ label: "Novel", tone: "neutral" });
});
