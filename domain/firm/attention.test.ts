import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import {
  type AttentionItem,
  addAge,
  isAccessExpiring,
  lateSince,
  overdueBadge,
  sortByUrgency,
} from "#domain/firm/attention.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import type { Tone } from "#domain/status.ts";

function item(kind: AttentionItem["kind"], tone: Tone, hour: number | null = 0): AttentionItem {
  const since = hour === null ? null : instant(`2026-11-23T${String(hour).padStart(2, "0")}:00:00Z`);
  return { kind, key: `${kind}-${tone}-${hour}`, title: "", details: "", badge: { label: "", tone }, since };
}

const sortedKeys = (items: AttentionItem[]) => sortByUrgency(items).map(({ key }) => key);

test("lists late items first, then replies that are due soon, then warnings, then the rest", () => {
  expect(
    sortedKeys([
      item("message", "neutral"),
      item("inquiry", "neutral"),
      item("inquiry", "warning"),
      item("email", "warning"),
      item("squareEvents", "negative"),
    ]),
  ).toEqual([
    "squareEvents-negative-0",
    "inquiry-warning-0",
    "email-warning-0",
    "inquiry-neutral-0",
    "message-neutral-0",
  ]);
});

test("lists late items of all kinds oldest first, and those without a known start last, by kind", () => {
  expect(
    sortedKeys([
      item("jobs", "negative", null),
      item("pastDuePlan", "negative", null),
      item("inquiry", "negative", 3),
      item("overdueInvoices", "negative", 1),
      item("planEnding", "negative", 2),
    ]),
  ).toEqual([
    "overdueInvoices-negative-1",
    "planEnding-negative-2",
    "inquiry-negative-3",
    "pastDuePlan-negative-null",
    "jobs-negative-null",
  ]);
});

test("moves a reply to the late items when its 24 hours are over, and to those due soon 4 hours earlier", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const inquiry = (receivedAt: string): AttentionItem => {
    const since = instant(receivedAt);
    return { ...item("inquiry", "neutral"), key: receivedAt, badge: replyTimeBadge(since, now), since };
  };
  const warning = item("retest", "warning");
  const late = item("overdueFindings", "negative", 23);
  const order = (receivedAt: string) => sortedKeys([inquiry(receivedAt), warning, late]).indexOf(receivedAt);
  expect(order("2026-11-24T16:00:01Z")).toBe(2);
  expect(order("2026-11-24T16:00:00Z")).toBe(1);
  expect(order("2026-11-24T12:00:00Z")).toBe(1);
  expect(order("2026-11-23T22:00:00Z")).toBe(0);
  expect(order("2026-11-24T11:59:59Z")).toBe(1);
  expect(sortedKeys([item("planRequest", "warning"), inquiry("2026-11-24T11:59:59Z")])[0]).toBe(
    "2026-11-24T11:59:59Z",
  );
});

test("sorts inquiries and plan requests together, the longest waiting first", () => {
  expect(
    sortedKeys([
      item("planRequest", "neutral", 3),
      item("inquiry", "neutral", 2),
      item("duplicatePlan", "neutral", 0),
      item("planRequest", "neutral", 1),
    ]),
  ).toEqual([
    "planRequest-neutral-1",
    "inquiry-neutral-2",
    "planRequest-neutral-3",
    "duplicatePlan-neutral-0",
  ]);
});

test("sorts retests by age after inquiries and before messages of the same urgency", () => {
  expect(
    sortedKeys([
      item("message", "warning", 0),
      item("retest", "warning", 2),
      item("retest", "warning", 1),
      item("inquiry", "warning", 3),
    ]),
  ).toEqual(["inquiry-warning-3", "retest-warning-1", "retest-warning-2", "message-warning-0"]);
});

test("lists disputes and overdue findings before messages of the same urgency", () => {
  expect(
    sortedKeys([
      item("message", "warning", 0),
      item("overdueFindings", "warning", 2),
      item("dispute", "warning", 1),
    ]),
  ).toEqual(["dispute-warning-1", "overdueFindings-warning-2", "message-warning-0"]);
});

test("warns about Square access that expires within 14 days", () => {
  expect(isAccessExpiring(15)).toBe(false);
  expect(isAccessExpiring(14)).toBe(true);
  expect(isAccessExpiring(null)).toBe(false);
});

test("compares instants with different offsets", () => {
  const startedAt = (text: string) => ({ ...item("email", "negative"), key: text, since: instant(text) });
  const [earlier, later] = [startedAt("2026-11-23T23:30:00-05:00"), startedAt("2026-11-24T05:00:00Z")];
  expect(sortedKeys([later, earlier])).toEqual([earlier.key, later.key]);
});

test.each([
  [1, "2026-11-26", "1 day late"],
  [1, "2026-11-25", "1 day late"],
  [1, "2026-11-24", "1 day late"],
  [1, "2026-11-23", "2 days late"],
  [2, "2026-11-24", "Oldest: 1 day late"],
  [2, "2025-05-25", "Oldest: 549 days late"],
])("labels %d overdue with the oldest due on %s: %s", (count, oldest, label) => {
  expect(overdueBadge(count, calendarDate(oldest), calendarDate("2026-11-25"))).toEqual({
    label,
    tone: "negative",
  });
});

test("labels overdue records with an unknown due date", () => {
  expect(overdueBadge(3, null, calendarDate("2026-11-25")).label).toBe("Overdue");
});

test.each([
  ["2026-11-25", "2026-11-26T00:00:00Z"],
  ["2026-12-31", "2027-01-01T00:00:00Z"],
])("a record due on %s is late since %s", (dueDate, expected) => {
  expect(lateSince(calendarDate(dueDate))).toBe(expected);
});

test.each([
  ["2026-11-25T13:00:00Z", "Action needed"],
  ["2026-11-24T12:00:01Z", "Action needed"],
  ["2026-11-24T12:00:00Z", "Action needed · 1 day"],
  ["2026-11-13T12:00:00Z", "Action needed · 12 days"],
])("labels an item that has been waiting since %s with %j", (since, label) => {
  const badge = { label: "Action needed", tone: "negative" } as const;
  const now = new Date("2026-11-25T12:00:00Z");
  expect(addAge(badge, instant(since), now)).toEqual({ label, tone: "negative" });
  expect(addAge(badge, null, now)).toEqual(badge);
});
