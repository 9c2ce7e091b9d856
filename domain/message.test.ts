import { expect, test } from "vitest";
import { byDay, isUnread, MessageDraft } from "./message.ts";

const written = (sender_role: string, more = {}) => ({
  sender_role,
  created_at: "2026-11-21T23:30:00Z",
  read_by_client_at: null,
  read_by_firm_at: null,
  ...more,
});

test("a message is unread for the other side until that side has read it", () => {
  expect(isUnread(written("admin"), "client")).toBe(true);
  expect(isUnread(written("admin"), "admin")).toBe(false);
  expect(isUnread(written("client"), "admin")).toBe(true);
  expect(isUnread(written("client"), "client")).toBe(false);
  expect(isUnread(written("admin", { read_by_client_at: "2026-11-22T08:00:00Z" }), "client")).toBe(false);
  expect(isUnread(written("admin", { read_by_firm_at: "2026-11-22T08:00:00Z" }), "client")).toBe(true);
});

test("days are those of the reader's zone", () => {
  const messages = [written("admin"), written("client", { created_at: "2026-11-22T00:30:00Z" })];
  expect(byDay(messages, "UTC").map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-22"]);
  expect(byDay(messages, "America/New_York").map(({ day }) => day)).toEqual(["2026-11-21"]);
});

test.each([
  ["   ", false],
  ["Hello", true],
  ["x".repeat(5000), true],
  ["x".repeat(5001), false],
])("a draft has 1 to 5000 characters", (body, accepted) => {
  expect(MessageDraft.safeParse({ body }).success).toBe(accepted);
});
