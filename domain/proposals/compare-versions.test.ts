import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import { compareVersions } from "#domain/proposals/compare-versions.ts";
import {
  formatDue,
  formatItemPrice,
  formatPaymentName,
  formatShare,
} from "#domain/proposals/format-proposal.ts";
import { buildContent, buildFixed, buildHours } from "#domain/proposals/test-support/proposal.ts";

const BEFORE = buildContent();

test("equal versions have no changes", () => {
  expect(compareVersions(BEFORE, structuredClone(BEFORE))).toEqual([]);
});

test("lists added, changed and removed parts with their text", () => {
  const after = buildContent({
    sections: [{ id: "summary", heading: "Summary", body: "We test both assistants." }],
    items: [
      buildHours({ id: "test", description: "Testing", hundredths: 1_200, rate: cents(50_000) }),
      buildFixed({ id: "workshop", description: "Workshop", amount: cents(90_000) }),
    ],
    discount: { kind: "percent", basisPoints: 1_250 },
    milestones: [],
    validUntil: calendarDate("2030-11-30"),
  });
  const changes = compareVersions(BEFORE, after).map(({ kind, part, before, after: now }) => [
    kind,
    part,
    before,
    now,
  ]);
  expect(changes).toEqual([
    ["changed", "Section: Summary", "We test your **assistant**.", "We test both assistants."],
    ["changed", "Line item: Testing", "10 hours × $500 = $5,000.00", "12 hours × $500 = $6,000.00"],
    ["added", "Line item: Workshop", null, "$900.00"],
    ["added", "Discount", null, "12.5%"],
    ["changed", "Total", "$5,000.00", "$6,037.50"],
    ["changed", "Deposit", "$2,500.00 14 days after acceptance", "$3,018.75 14 days after acceptance"],
    [
      "changed",
      "Balance",
      "$2,500.00 14 days after completion of the project",
      "$3,018.75 14 days after completion of the project",
    ],
    ["changed", "Valid until", "Dec 31, 2030", "Nov 30, 2030"],
    ["removed", "Line item: Item", "$1,250.00, optional", null],
    ["removed", "Milestone: Report delivered", "Due Feb 1, 2026", null],
  ]);
});

test("lists the payments that replace others", () => {
  const due = { kind: "on_acceptance", days: 30 } as const;
  const installments = [1, 2].map(() => ({ basisPoints: null, due, whenDue: "prepare_invoice" as const }));
  const plan = { deposit: BEFORE.plan.deposit, rest: { kind: "installments" as const, installments } };
  expect(compareVersions(BEFORE, buildContent({ plan }))).toEqual([
    { kind: "added", part: "Installment 1", before: null, after: "$1,250.00 30 days after acceptance" },
    { kind: "added", part: "Installment 2", before: null, after: "$1,250.00 30 days after acceptance" },
    {
      ...{ kind: "removed", part: "Balance" },
      ...{ before: "$2,500.00 14 days after completion of the project", after: null },
    },
  ]);
});

test("a new heading is a change, even with the same text", () => {
  const sections = [{ id: "summary", heading: "Overview", body: "We test your **assistant**." }];
  expect(compareVersions(BEFORE, buildContent({ sections }))).toMatchObject([
    { kind: "changed", part: "Section: Overview" },
  ]);
});

test("formats prices, shares and due dates", () => {
  expect(formatItemPrice(buildHours({ hundredths: 100, rate: cents(35_050) }))).toBe(
    "1 hour × $350.50 = $350.50",
  );
  expect(formatShare({ kind: "amount", amount: cents(50_000) })).toBe("$500.00");
  const { milestones } = BEFORE;
  expect(formatDue({ kind: "date", date: calendarDate("2026-03-01") }, milestones)).toBe("on Mar 1, 2026");
  expect(formatDue({ kind: "on_acceptance", days: 0 }, milestones)).toBe("on acceptance");
  expect(formatDue({ kind: "on_completion", days: 1 }, milestones)).toBe(
    "1 day after completion of the project",
  );
  expect(formatDue({ kind: "milestone", milestoneId: "report", days: 14 }, milestones)).toBe(
    "14 days after the milestone “Report delivered”",
  );
  expect(
    (
      [
        ["deposit", null],
        ["installment", 2],
        ["balance", null],
      ] as const
    ).map(([kind, number]) => formatPaymentName({ kind, number })),
  ).toEqual(["Deposit", "Installment 2", "Balance"]);
});
