import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { crontab, nextRun, optionsOf, SCHEDULES, titleOf } from "./schedules.ts";

const NOW = new Date("2026-11-22T03:17:30Z");

test.each([
  ["* * * * *", "2026-11-22T03:18:00.000Z"],
  ["*/15 * * * *", "2026-11-22T03:30:00.000Z"],
  ["17 3 * * *", "2026-11-23T03:17:00.000Z"],
  ["23 1,7,13,19 * * *", "2026-11-22T07:23:00.000Z"],
  ["0 0 29 2 *", "2028-02-29T00:00:00.000Z"],
  ["0 9 * * 1", "2026-11-23T09:00:00.000Z"],
])("%s comes next at %s", (at, next) => {
  expect(nextRun({ name: "any", at }, NOW).toISOString()).toBe(next);
});

test("a schedule that is due this very minute comes again at its next time", () => {
  expect(
    nextRun({ name: "any", at: "17 3 * * *" }, new Date("2026-11-22T03:17:00Z")).toISOString(),
  ).toContain("2026-11-23");
});

test("each schedule has a name of its own and words for people", () => {
  expect(new Set(SCHEDULES.map(({ name }) => name)).size).toBe(SCHEDULES.length);
  for (const { title, purpose } of SCHEDULES) expect(`${title} ${purpose}`).toMatch(/\w+ .+\.$/);
  expect([titleOf("run-sync"), titleOf("sweep-files"), titleOf("novel")]).toEqual([
    "Synchronize with Square",
    "Sweep left files",
    "novel",
  ]);
});

test("each schedule is in the queue once, by the clock as by hand, so that failures do not heap up", () => {
  const byClock = parseCrontab(crontab).map(({ task, options }) => [
    task,
    { key: options.jobKey, queue: options.queueName ?? undefined },
  ]);
  const byHand = SCHEDULES.map((schedule) => {
    const { key, queue } = optionsOf(schedule);
    return [schedule.name, { key, queue }];
  });
  expect(byClock).toEqual(byHand);
  expect(byHand).toEqual(SCHEDULES.map(({ name }) => [name, expect.objectContaining({ key: name })]));
});
