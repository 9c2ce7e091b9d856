import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import {
  INQUIRY_STATUSES,
  InquiryChanges,
  InquiryReply,
  type InquiryStatus,
  inquiryStatusBadge,
  isOpenInquiry,
  replyDeadlineBadge,
} from "./inquiry.ts";

const deadlineAfter = (hours: number, status: InquiryStatus = "new") =>
  replyDeadlineBadge(
    { status, created_at: instant("2026-01-01T00:00:00Z") },
    new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000),
  );

test.each([
  [0, "24 hours left", "neutral"],
  [2.5, "22 hours left", "neutral"],
  [19.9, "5 hours left", "neutral"],
  [20, "4 hours left", "warning"],
  [22.5, "2 hours left", "warning"],
  [23, "1 hour left", "warning"],
  [24, "Under 1 hour left", "warning"],
  [25, "Overdue by 1 hour", "negative"],
  [24 * 4, "Overdue by 3 days", "negative"],
])("after %d hours, the deadline shows “%s”", (hours, label, tone) => {
  expect(deadlineAfter(hours)).toEqual({ label, tone });
});

test("a replied or closed inquiry has no deadline", () => {
  expect(deadlineAfter(30, "replied")).toBeNull();
  expect(deadlineAfter(30, "closed")).toBeNull();
  expect(deadlineAfter(30, "in_progress")).not.toBeNull();
});

test("rejects an empty reply", () => {
  expect(InquiryReply.safeParse({ message: " \n" }).success).toBe(false);
});

test.each([
  [23.01, "Under 1 hour left", "warning"],
  [23, "1 hour left", "warning"],
  [24.5, "Overdue by less than 1 hour", "negative"],
  [24 + 47, "Overdue by 47 hours", "negative"],
  [24 + 48, "Overdue by 2 days", "negative"],
])("at the boundary of %d hours, the deadline shows “%s”", (hours, label, tone) => {
  expect(deadlineAfter(hours)).toEqual({ label, tone });
});

test("treats new inquiries and those in progress as open", () => {
  expect(INQUIRY_STATUSES.filter((status) => isOpenInquiry({ status }))).toEqual(["new", "in_progress"]);
});

test("labels each status, and shows an unknown one as neutral", () => {
  expect(INQUIRY_STATUSES.map((status) => inquiryStatusBadge(status).label)).toEqual([
    "New",
    "In Progress",
    "Replied",
    "Closed",
  ]);
  expect(inquiryStatusBadge(unknownValue("spam")).tone).toBe("neutral");
});

test.each([
  ["a reply", InquiryReply, "message", 10_000, "Use at most 10,000 characters"],
  ["notes", InquiryChanges, "notes", 5000, "Use at most 5,000 characters"],
])("accepts %s of the maximum length", (_what, schema, field, maxLength, message) => {
  const getFieldError = (text: string) =>
    schema.safeParse({ status: "new", [field]: text }).error?.issues[0]?.message;
  expect(getFieldError("x".repeat(maxLength))).toBeUndefined();
  expect(getFieldError("x".repeat(maxLength + 1))).toBe(message);
  expect(getFieldError("a\0")).toBe("Remove unsupported characters");
});

test("accepts empty notes, but only known statuses", () => {
  expect(InquiryChanges.parse({ status: "closed", notes: " " })).toEqual({ status: "closed", notes: "" });
  expect(InquiryChanges.safeParse({ status: "spam", notes: "" }).success).toBe(false);
});
