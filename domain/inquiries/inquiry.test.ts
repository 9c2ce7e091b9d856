import { expect, test } from "vitest";
import { InquiryReply, type InquiryStatus, replyDeadline } from "./inquiry.ts";

const clock = (hours: number, status: InquiryStatus = "new") =>
  replyDeadline(
    { status, created_at: "2026-01-01T00:00:00Z" },
    new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000),
  );

test.each([
  [0, "24 hours left", "neutral"],
  [19.9, "4 hours left", "neutral"],
  [20, "4 hours left", "warning"],
  [22.5, "1 hour left", "warning"],
  [24, "less than an hour left", "warning"],
  [25, "Overdue by 1 hour", "negative"],
  [24 * 4, "Overdue by 3 days", "negative"],
])("after %d hours: %s", (hours, label, tone) => {
  expect(clock(hours)).toEqual({ label, tone });
});

test("has no deadline when replied or closed", () => {
  expect(clock(30, "replied")).toBeNull();
  expect(clock(30, "closed")).toBeNull();
  expect(clock(30, "in_progress")).not.toBeNull();
});

test("rejects an empty reply", () => {
  expect(InquiryReply.safeParse({ message: " \n" }).success).toBe(false);
});
