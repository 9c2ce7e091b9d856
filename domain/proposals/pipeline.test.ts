import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  boardStart,
  conversionRate,
  defaultProbability,
  figuresStart,
  formatAge,
  formatMedianTime,
  listPipelineStates,
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

test("computes the conversion of decided proposals", () => {
  expect(conversionRate({ accepted: 0, decided: 0 })).toBeNull();
  expect(conversionRate({ accepted: 1, decided: 3 })).toBe(33);
  expect(conversionRate({ accepted: 2, decided: 3 })).toBe(67);
});

test("lists what each stored status means before and after the last day", () => {
  const today = calendarDate("2026-11-24");
  const states = listPipelineStates(today);
  expect(states).toHaveLength(2 * PROPOSAL_STATUSES.length);
  const decided = { stage: "decided", isOpen: false };
  for (const hasExpired of [false, true]) {
    const find = (stored: ProposalStatus) =>
      states.find((state) => state.stored === stored && state.hasExpired === hasExpired);
    expect(find("draft")).toMatchObject({ stage: "draft", isOpen: true, probability: 20 });
    expect(find("viewed")).toMatchObject(
      hasExpired ? { ...decided, isAccepted: false, probability: 0 } : { stage: "viewed", probability: 60 },
    );
    expect(find("accepted")).toMatchObject({ ...decided, isAccepted: true });
    expect(find("declined")).toMatchObject({ ...decided, isAccepted: false });
    expect(find("withdrawn")).toMatchObject({ ...decided, isAccepted: false });
  }
});

test("keeps decided proposals on the board for 90 days, and in the figures for 365", () => {
  const today = calendarDate("2026-11-24");
  expect(boardStart(today)).toBe("2026-08-26");
  expect(figuresStart(today)).toBe("2025-11-24");
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
