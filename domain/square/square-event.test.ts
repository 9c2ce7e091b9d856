import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { eventOutcome } from "#domain/square/square-event.ts";

const done = (outcome: string) => ({ processedAt: instant("2026-11-21T17:00:00Z"), outcome, attempts: 1 });

test("shows the outcome and reason of a processed event", () => {
  expect(eventOutcome(done("applied"))).toEqual({ label: "Applied", tone: "positive", reason: "" });
  expect(eventOutcome(done("rejected: Currency is JPY, not USD"))).toEqual({
    label: "Rejected",
    tone: "negative",
    reason: "Currency is JPY, not USD",
  });
  expect(eventOutcome(done("ignored: another merchant: X"))).toMatchObject({ reason: "another merchant: X" });
  expect(eventOutcome(done("moved"))).toEqual({ label: "moved", tone: "neutral", reason: "" });
});

test("shows an unprocessed event as waiting or retrying", () => {
  const waiting = { processedAt: null, outcome: null, attempts: 0 };
  expect(eventOutcome(waiting).label).toBe("Waiting");
  const failed = { ...waiting, attempts: 2, outcome: "failed: We couldn't reach Square." };
  expect(eventOutcome(failed)).toEqual({
    label: "Retrying",
    tone: "warning",
    reason: "We couldn't reach Square.",
  });
  expect(eventOutcome({ ...waiting, attempts: 1, outcome: "applied" }).label).toBe("Waiting");
});

test.each([
  ["unchanged", "Unchanged", "neutral", ""],
  ["ignored", "Ignored", "neutral", ""],
  ["applied: ", "Applied", "positive", ""],
  ["rejected: a: b: c", "Rejected", "negative", "a: b: c"],
  ["", "", "neutral", ""],
])("shows the processed outcome %j", (outcome, label, tone, reason) => {
  expect(eventOutcome(done(outcome))).toEqual({ label, tone, reason });
});

test("shows a failed event as waiting before its first attempt and as processed afterwards", () => {
  const outcome = "failed: We couldn't reach Square.";
  expect(eventOutcome({ processedAt: null, outcome, attempts: 0 }).label).toBe("Waiting");
  expect(eventOutcome({ processedAt: null, outcome, attempts: 1 }).label).toBe("Retrying");
  expect(eventOutcome(done(outcome))).toMatchObject({ label: "failed", tone: "neutral" });
});
