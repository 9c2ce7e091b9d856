import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { groupByDay, isUnread, MessageDraft } from "./message.ts";

const buildMessage = (sender_role: string, more = {}) => ({
  sender_role,
  created_at: instant("2026-11-21T23:30:00Z"),
  read_by_client_at: null,
  read_by_firm_at: null,
  ...more,
});

test("is unread for the recipient until the recipient reads it", () => {
  expect(isUnread(buildMessage("admin"), "client")).toBe(true);
  expect(isUnread(buildMessage("admin"), "admin")).toBe(false);
  expect(isUnread(buildMessage("client"), "admin")).toBe(true);
  expect(isUnread(buildMessage("client"), "client")).toBe(false);
  expect(isUnread(buildMessage("admin", { read_by_client_at: "2026-11-22T08:00:00Z" }), "client")).toBe(
    false,
  );
  expect(isUnread(buildMessage("admin", { read_by_firm_at: "2026-11-22T08:00:00Z" }), "client")).toBe(true);
});

test("groups messages by day in the reader's time zone", () => {
  const messages = [buildMessage("admin"), buildMessage("client", { created_at: "2026-11-22T00:30:00Z" })];
  expect(groupByDay(messages, "UTC").map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-22"]);
  expect(groupByDay(messages, "America/New_York").map(({ day }) => day)).toEqual(["2026-11-21"]);
});

test.each([
  ["   ", false],
  ["Hello", true],
  ["x".repeat(5000), true],
  ["x".repeat(5001), false],
])("accepts 1 to 5,000 characters", (body, accepted) => {
  expect(MessageDraft.safeParse({ body }).success).toBe(accepted);
});
