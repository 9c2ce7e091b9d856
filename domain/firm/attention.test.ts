import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { type AttentionItem, isAccessExpiring, sortByUrgency } from "#domain/firm/attention.ts";
import type { Tone } from "#domain/status.ts";

function item(kind: AttentionItem["kind"], tone: Tone, hour = 0): AttentionItem {
  const since = instant(`2026-11-23T${String(hour).padStart(2, "0")}:00:00Z`);
  return { kind, key: `${kind}-${tone}-${hour}`, title: "", details: "", badge: { label: "", tone }, since };
}

const sortedKeys = (items: AttentionItem[]) => sortByUrgency(items).map(({ key }) => key);

test("lists replies within 24 hours first, then overdue items and failures, then warnings, then the rest", () => {
  expect(
    sortedKeys([
      item("message", "neutral"),
      item("inquiry", "neutral"),
      item("email", "warning"),
      item("squareEvents", "negative"),
    ]),
  ).toEqual(["inquiry-neutral-0", "squareEvents-negative-0", "email-warning-0", "message-neutral-0"]);
});

test("lists replies that are due soon before overdue replies, and both before overdue invoices", () => {
  expect(
    sortedKeys([
      item("overdueInvoices", "negative", 0),
      item("planRequest", "negative", 0),
      item("inquiry", "warning", 2),
      item("planRequest", "warning", 3),
      item("inquiry", "neutral", 1),
    ]),
  ).toEqual([
    "inquiry-warning-2",
    "planRequest-warning-3",
    "planRequest-negative-0",
    "inquiry-neutral-1",
    "overdueInvoices-negative-0",
  ]);
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

test("lists overdue findings and late payments before failures and before warnings", () => {
  expect(
    sortedKeys([
      item("dispute", "warning"),
      item("jobs", "negative"),
      item("overdueFindings", "negative", 1),
      item("overdueInvoices", "negative", 2),
      item("pastDuePlan", "negative", 3),
    ]),
  ).toEqual([
    "overdueFindings-negative-1",
    "overdueInvoices-negative-2",
    "pastDuePlan-negative-3",
    "jobs-negative-0",
    "dispute-warning-0",
  ]);
});
