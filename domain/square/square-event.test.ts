import { expect, test } from "vitest";
import { eventOutcome } from "#domain/square/square-event.ts";

const done = (outcome: string) => ({ processedAt: "2026-11-21T17:00:00Z", outcome, attempts: 1 });

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
