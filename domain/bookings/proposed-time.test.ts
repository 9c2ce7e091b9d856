import { expect, test } from "vitest";
import { hasFutureProposal, proposedTimeBadge, type TimeConflict } from "#domain/bookings/proposed-time.ts";
import { instant } from "#domain/dates/instant.ts";

const NOW = new Date("2027-01-04T09:00:00Z");

test("a proposal can be accepted while its time is in the future", () => {
  const scheduled_at = instant("2027-01-06T10:00:00Z");
  const open = { status: "approved" as const, scheduled_at, proposed_at: instant("2027-01-05T10:00:00Z") };
  expect(hasFutureProposal(open, NOW)).toBe(true);
  expect(hasFutureProposal({ ...open, proposed_at: instant("2027-01-03T10:00:00Z") }, NOW)).toBe(false);
  expect(hasFutureProposal({ ...open, proposed_at: null }, NOW)).toBe(false);
  expect(hasFutureProposal({ ...open, status: "cancelled" }, NOW)).toBe(false);
});

test("describes whether a proposed time is free", () => {
  expect(proposedTimeBadge({ status: "free" })).toEqual({ label: "Available", tone: "positive" });
  expect(proposedTimeBadge({ status: "outside_hours" })?.label).toBe("Outside your hours");
  expect(proposedTimeBadge({ status: "unchecked" })).toBeNull();
});

test.each<[TimeConflict | null, string]>([
  [{ kind: "meeting", name: "Acme" }, "Conflicts with a meeting with Acme"],
  [{ kind: "consultation", name: "Ana" }, "Conflicts with a consultation with Ana"],
  [{ kind: "blocked", name: "Vacation" }, "Blocked: Vacation"],
  [{ kind: "blocked", name: "" }, "Conflicts with a blocked time"],
  [{ kind: "calendar", name: "Work" }, 'Busy in the calendar "Work"'],
  [null, "The host isn't available"],
])("names the conflict %j", (conflict, label) => {
  expect(proposedTimeBadge({ status: "conflict", conflict })).toEqual({ label, tone: "negative" });
});
