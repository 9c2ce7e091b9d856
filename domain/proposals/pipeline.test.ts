import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { cents } from "#domain/money/money.ts";
import {
  conversionRate,
  defaultProbability,
  formatAge,
  formatMedianTime,
  isOnBoard,
  medianDecisionHours,
  medianHours,
  pipelineValue,
  proposalStage,
} from "./pipeline.ts";
import { PROPOSAL_STATUSES, type ProposalStatus } from "./proposal-status.ts";

test("puts each status in a column, and decided ones at 0% or 100%", () => {
  expect(PROPOSAL_STATUSES.map(proposalStage)).toEqual([
    ...["draft", "sent", "viewed", "decided", "decided", "decided", "decided"],
  ]);
  expect(defaultProbability("accepted")).toBe(100);
  expect(defaultProbability("expired")).toBe(0);
});

test("adds up the proposals that are not decided, weighted with their probabilities", () => {
  const cards = [
    { stage: "inquiry", value: null, probability: null },
    { stage: "draft", value: cents(1_001), probability: 50 },
    { stage: "viewed", value: cents(20_000), probability: 60 },
    { stage: "decided", value: cents(99_999), probability: 100 },
  ] as const;
  expect(pipelineValue(cards)).toEqual({ open: 21_001, weighted: 12_500 });
});

test("computes the conversion of decided proposals", () => {
  const toCard = (status: ProposalStatus) => ({ status, stage: proposalStage(status) });
  expect(conversionRate([toCard("sent"), { status: null, stage: "inquiry" }])).toBeNull();
  const statuses = ["accepted", "declined", "expired", "draft"] as const;
  expect(conversionRate(statuses.map(toCard))).toBe(33);
});

test("computes the median time to a decision, ignoring proposals without one", () => {
  const close = (hours: number, status: "accepted" | "declined" | "expired") => ({
    status,
    firstSentAt: instant("2026-11-01T00:00:00Z"),
    closedAt: instant(new Date(Date.UTC(2026, 10, 1, hours)).toISOString()),
  });
  expect(medianDecisionHours([close(700, "expired")])).toBeNull();
  expect(medianDecisionHours([close(10, "accepted")])).toBe(10);
  expect(medianDecisionHours([close(10, "accepted"), close(20, "declined")])).toBe(15);
  expect(medianDecisionHours([close(1, "accepted"), close(20, "declined"), close(99, "accepted")])).toBe(20);
});

test("computes a median time, ignoring periods without a start or an end", () => {
  const from = instant("2026-11-01T00:00:00Z");
  expect(medianHours([])).toBeNull();
  expect(medianHours([{ from, to: null }])).toBeNull();
  expect(
    medianHours([
      { from, to: instant("2026-11-01T06:00:00Z") },
      { from: null, to: from },
    ]),
  ).toBe(6);
});

test("keeps decided proposals on the board for 90 days, and the others without a limit", () => {
  const today = calendarDate("2026-11-24");
  expect(isOnBoard(calendarDate("2026-08-26"), today)).toBe(true);
  expect(isOnBoard(calendarDate("2026-08-25"), today)).toBe(false);
  expect(isOnBoard(null, today)).toBe(true);
});

test.each([
  [0, "Under 1 hour"],
  [0.99, "Under 1 hour"],
  [1, "1 hour"],
  [47.4, "47 hours"],
  [48, "2 days"],
  [100, "4 days"],
])("formats %d hours", (hours, text) => {
  expect(formatMedianTime(hours)).toBe(text);
});

test("formats the age of a card in days", () => {
  const today = calendarDate("2026-11-24");
  expect(formatAge(today, today)).toBe("Today");
  expect(formatAge(calendarDate("2026-11-23"), today)).toBe("1 day");
  expect(formatAge(calendarDate("2026-10-25"), today)).toBe("30 days");
});
