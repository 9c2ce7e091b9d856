import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import type { PaymentDue, ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";

/** A content that can be sent: $5,000 in total, plus an optional item of $1,250. */
export function buildContent(overrides: Partial<ProposalContent> = {}): ProposalContent {
  return {
    title: "Red team exercise",
    sections: [{ id: "summary", heading: "Summary", body: "We test your **assistant**." }],
    items: [
      buildHours({ id: "test", description: "Testing", hundredths: 1_000, rate: cents(50_000) }),
      buildFixed({ id: "retest", amount: cents(125_000), isOptional: true }),
    ],
    discount: null,
    taxNote: "No sales tax applies.",
    plan: {
      deposit: {
        share: { kind: "percent", basisPoints: 5_000 },
        due: { kind: "on_acceptance", days: 14 },
        whenDue: "prepare_invoice",
      },
      rest: { kind: "balance", due: { kind: "on_completion", days: 14 }, whenDue: "prepare_invoice" },
    },
    milestones: [{ id: "report", title: "Report delivered", dueOn: calendarDate("2026-02-01") }],
    startsOn: calendarDate("2026-01-10"),
    completesOn: calendarDate("2026-02-15"),
    validUntil: calendarDate("2030-12-31"),
    terms: null,
    ...overrides,
  };
}

const ITEM = { id: "item", description: "Item", details: "", isOptional: false, isPreselected: false };

export function buildHours(
  overrides: Partial<Extract<ProposalItem, { kind: "hours" }>> = {},
): Extract<ProposalItem, { kind: "hours" }> {
  return { ...ITEM, kind: "hours", serviceType: "", hundredths: 100, rate: cents(10_000), ...overrides };
}

export function buildFixed(
  overrides: Partial<Extract<ProposalItem, { kind: "fixed" }>> = {},
): Extract<ProposalItem, { kind: "fixed" }> {
  return { ...ITEM, kind: "fixed", amount: cents(10_000), ...overrides };
}

export const ON_ACCEPTANCE: PaymentDue = { kind: "on_acceptance", days: 0 };
