import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { CRONTAB, getJobTitle, getNextRun, getScheduleJobOptions, SCHEDULES } from "./schedules.ts";

const NOW = new Date("2026-11-22T03:17:30Z");

test.each([
  ["* * * * *", "2026-11-22T03:18:00.000Z"],
  ["*/15 * * * *", "2026-11-22T03:30:00.000Z"],
  ["17 3 * * *", "2026-11-23T03:17:00.000Z"],
  ["23 1,7,13,19 * * *", "2026-11-22T07:23:00.000Z"],
  ["0 0 29 2 *", "2028-02-29T00:00:00.000Z"],
  ["0 9 * * 1", "2026-11-23T09:00:00.000Z"],
])("runs %s next at %s", (at, next) => {
  expect(getNextRun({ name: "sweep-files", at }, NOW).toISOString()).toBe(next);
});

test("never returns the current minute as the next run", () => {
  expect(
    getNextRun({ name: "sweep-files", at: "17 3 * * *" }, new Date("2026-11-22T03:17:00Z")).toISOString(),
  ).toContain("2026-11-23");
});

test("gives each schedule a unique name, a title and a description", () => {
  expect(new Set(SCHEDULES.map(({ name }) => name)).size).toBe(SCHEDULES.length);
  for (const { title, purpose } of SCHEDULES) {
    expect(`${title} ${purpose}`).toMatch(/\w+ .+\.$/);
  }
  expect([getJobTitle("run-sync"), getJobTitle("sweep-files"), getJobTitle("unknown-job")]).toEqual([
    "Sync with Square",
    "Clean up unclaimed files",
    "unknown-job",
  ]);
});

test("queues each scheduled job at most once, whether cron or an administrator starts it", () => {
  const fromCron = parseCrontab(CRONTAB).map(({ task, options }) => [
    task,
    { key: options.jobKey, queue: options.queueName ?? undefined },
  ]);
  const fromAdmin = SCHEDULES.map((schedule) => {
    const { key, queue } = getScheduleJobOptions(schedule);
    return [schedule.name, { key, queue }];
  });
  expect(fromCron).toEqual(fromAdmin);
  expect(fromAdmin).toEqual(SCHEDULES.map(({ name }) => [name, expect.objectContaining({ key: name })]));
});
