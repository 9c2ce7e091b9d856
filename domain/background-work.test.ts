import { expect, test } from "vitest";
import {
  jobState,
  mailState,
  needsALook,
  type ScheduledJob,
  scheduleState,
  scheduleWords,
  type TroubledJob,
} from "./background-work.ts";

test.each([
  ["* * * * *", "Every minute"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["17 3 * * *", "Daily at 03:17 UTC"],
  ["23 1,7,13 * * *", "Daily at 01:23, 07:23 and 13:23 UTC"],
  ["0 3 * * 1", "0 3 * * 1"],
  ["5 * * * *", "5 * * * *"],
  ["0 9-17 * * *", "0 9-17 * * *"],
])("%s is %s", (at, words) => {
  expect(scheduleWords(at)).toBe(words);
});

test("running beats how a schedule ended last, and what never ran has not failed", () => {
  expect(scheduleState({ runningSince: "2026-01-01T00:00:00Z", outcome: "failed" }).label).toBe("Running");
  expect(scheduleState({ runningSince: null, outcome: "failed" })).toEqual({
    label: "Failed",
    tone: "negative",
  });
  expect(scheduleState({ runningSince: null, outcome: "succeeded" }).label).toBe("OK");
  expect(scheduleState({ runningSince: null, outcome: null }).label).toBe("Not yet");
});

test("what is late, given up, held or keeps failing needs a look; what is tried again mends itself", () => {
  const mails = { waiting: 3, failing: 2, late: 0, givenUp: 0, bounced: 0 };
  const job = (state: TroubledJob["state"]) => ({ state }) as TroubledJob;
  const schedules = [{ outcome: "failed", keepsFailing: false } as ScheduledJob];
  expect(needsALook({ schedules, jobs: [job("trying-again")], mails })).toBe(false);
  expect(needsALook({ schedules, jobs: [job("held")], mails })).toBe(true);
  expect(needsALook({ schedules, jobs: [job("given-up")], mails })).toBe(true);
  expect(needsALook({ schedules, jobs: [], mails: { ...mails, late: 1 } })).toBe(true);
  expect(needsALook({ schedules, jobs: [], mails: { ...mails, givenUp: 1 } })).toBe(true);
  expect(needsALook({ schedules, jobs: [], mails: { ...mails, bounced: 1 } })).toBe(true);
  expect(needsALook({ schedules: [{ keepsFailing: true } as ScheduledJob], jobs: [], mails })).toBe(true);
});

test("states have words, unknown ones their own", () => {
  expect(jobState("held").label).toBe("Stuck");
  expect(mailState("given-up").label).toBe("Given up");
  expect(mailState("novel")).toEqual({ label: "Novel", tone: "neutral" });
});
