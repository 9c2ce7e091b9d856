import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { listClientEvents } from "./client-events.ts";

const project = {
  id: "audit",
  status: "in_progress" as const,
  start_date: calendarDate("2026-02-01"),
  target_completion_date: calendarDate("2026-03-31"),
};
const ENDED = {
  ...project,
  id: "ended",
  status: "completed" as const,
  start_date: calendarDate("2026-01-01"),
};
const meetOn = (time: string, status = "approved") => ({
  status,
  service_type: "AI Security Assessment",
  scheduled_at: instant(time),
});
const list = (
  options: Partial<Parameters<typeof listClientEvents>[2]>,
  {
    of = project,
    projects = [project],
  }: { of?: typeof project; projects?: (typeof project | typeof ENDED)[] } = {},
) =>
  listClientEvents(of, projects, { meetings: [], documents: [], timeZone: "UTC", ...options }).map(
    ({ date, title }) => `${date} ${title}`,
  );

test("lists meetings on their day in the reader's time zone, except those that do not take place", () => {
  const meetings = [
    meetOn("2026-02-10T03:00:00Z"),
    meetOn("2026-02-11T15:00:00Z", "completed"),
    meetOn("2026-02-12T15:00:00Z", "cancelled"),
    { ...meetOn("2026-02-13T15:00:00Z"), scheduled_at: null },
  ];
  expect(list({ meetings, timeZone: "America/New_York" })).toEqual([
    "2026-02-09 Meeting: AI Security Assessment",
    "2026-02-11 Meeting: AI Security Assessment",
  ]);
});

test("names a document, and counts the documents of a day", () => {
  const documents = [
    { name: "Scope.pdf", uploaded_at: instant("2026-02-10T12:00:00Z") },
    { name: "Report.pdf", uploaded_at: instant("2026-03-10T12:00:00Z") },
    { name: "Findings.csv", uploaded_at: instant("2026-03-10T13:00:00Z") },
  ];
  expect(list({ documents })).toEqual([
    "2026-02-10 Document shared: Scope.pdf",
    "2026-03-10 2 documents shared",
  ]);
});

test.each([
  ["2026-01-31T12:00:00Z", 0],
  ["2026-02-01T12:00:00Z", 1],
  ["2026-04-15T12:00:00Z", 1],
])("a running project that starts on February 1 has no end: %s", (time, count) => {
  expect(list({ meetings: [meetOn(time)] })).toHaveLength(count);
});

test("omits what happened while another project was running too", () => {
  const projects = [project, { ...ENDED, target_completion_date: calendarDate("2026-02-15") }];
  const meetings = [meetOn("2026-02-15T12:00:00Z"), meetOn("2026-02-16T12:00:00Z")];
  expect(list({ meetings }, { projects })).toEqual(["2026-02-16 Meeting: AI Security Assessment"]);
});
