import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { eventOutcomeBadge } from "#domain/square/square-event.ts";

const processedEvent = (outcome: string) => ({
  processedAt: instant("2026-11-21T17:00:00Z"),
  outcome,
  attempts: 1,
});

test("shows the outcome and reason of a processed event", () => {
  expect(eventOutcomeBadge(processedEvent("applied"))).toEqual({
    label: "Applied",
    tone: "positive",
    reason: "",
  });
  expect(eventOutcomeBadge(processedEvent("rejected: Currency is JPY, not USD"))).toEqual({
    label: "Rejected",
    tone: "negative",
    reason: "Currency is JPY, not USD",
  });
  expect(eventOutcomeBadge(processedEvent("ignored: another merchant: X"))).toMatchObject({
    reason: "another merchant: X",
  });
  expect(eventOutcomeBadge(processedEvent("moved"))).toEqual({ label: "moved", tone: "neutral", reason: "" });
});

test("shows an unprocessed event as pending or retrying", () => {
  const waiting = { processedAt: null, outcome: null, attempts: 0 };
  expect(eventOutcomeBadge(waiting).label).toBe("Pending");
  const failed = { ...waiting, attempts: 2, outcome: "failed: We couldn't reach Square." };
  expect(eventOutcomeBadge(failed)).toEqual({
    label: "Retrying",
    tone: "warning",
    reason: "We couldn't reach Square.",
  });
  expect(eventOutcomeBadge({ ...waiting, attempts: 1, outcome: "applied" }).label).toBe("Pending");
});

test.each([
  ["unchanged", "Unchanged", "neutral", ""],
  ["ignored", "Ignored", "neutral", ""],
  ["applied: ", "Applied", "positive", ""],
  ["rejected: a: b: c", "Rejected", "negative", "a: b: c"],
  ["", "", "neutral", ""],
])("shows the processed outcome %j", (outcome, label, tone, reason) => {
  expect(eventOutcomeBadge(processedEvent(outcome))).toEqual({ label, tone, reason });
});

test("shows a failed event as pending before its first attempt and as processed afterwards", () => {
  const outcome = "failed: We couldn't reach Square.";
  expect(eventOutcomeBadge({ processedAt: null, outcome, attempts: 0 }).label).toBe("Pending");
  expect(eventOutcomeBadge({ processedAt: null, outcome, attempts: 1 }).label).toBe("Retrying");
  expect(eventOutcomeBadge(processedEvent(outcome))).toMatchObject({ label: "failed", tone: "neutral" });
});
