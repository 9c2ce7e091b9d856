import { expect, test } from "vitest";
import { eventOutcome } from "#domain/square-event.ts";

const done = (outcome: string) => ({ processedAt: "2026-11-21T17:00:00Z", outcome, attempts: 1 });

test("an event that was dealt with says how, and why where there is a reason", () => {
  expect(eventOutcome(done("applied"))).toEqual({ label: "Applied", tone: "positive", reason: "" });
  expect(eventOutcome(done("refused: is in JPY, not in US dollars"))).toEqual({
    label: "Refused",
    tone: "negative",
    reason: "is in JPY, not in US dollars",
  });
  expect(eventOutcome(done("ignored: another merchant: X"))).toMatchObject({ reason: "another merchant: X" });
  expect(eventOutcome(done("moved"))).toEqual({ label: "moved", tone: "neutral", reason: "" });
});

test("one that was not waits, has failed so far, or waits again after a replay", () => {
  const waiting = { processedAt: null, outcome: null, attempts: 0 };
  expect(eventOutcome(waiting).label).toBe("Waiting");
  const failed = { ...waiting, attempts: 2, outcome: "failed: Square is not reachable at the moment." };
  expect(eventOutcome(failed)).toEqual({
    label: "Failed so far",
    tone: "warning",
    reason: "Square is not reachable at the moment.",
  });
  expect(eventOutcome({ ...waiting, attempts: 1, outcome: "applied" }).label).toBe("Waiting");
});
