import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { listMilestonesBesideTimeline } from "./milestones-beside-timeline.ts";

test("lists milestones that wait for acceptance or have no date", () => {
  const [due_on, at] = [calendarDate("2026-11-25"), instant("2026-11-25T12:00:00Z")];
  const milestones = [
    { title: "planned", due_on, done_at: null, accepted_at: null },
    { title: "without a date", due_on: null, done_at: null, accepted_at: null },
    { title: "done", due_on, done_at: at, accepted_at: null },
    { title: "done without a date", due_on: null, done_at: at, accepted_at: null },
    { title: "accepted", due_on, done_at: at, accepted_at: at },
    { title: "accepted without a date", due_on: null, done_at: null, accepted_at: at },
  ];
  expect(listMilestonesBesideTimeline(milestones).map(({ title }) => title)).toEqual([
    "without a date",
    "done",
    "done without a date",
  ]);
});
