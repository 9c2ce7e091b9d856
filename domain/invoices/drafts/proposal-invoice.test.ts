import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { draftTotal, lineAmount } from "#domain/invoices/drafts/draft-amounts.ts";
import { scheduleProblem } from "#domain/invoices/drafts/draft-schedule.ts";
import { createProposalInvoice } from "#domain/invoices/drafts/proposal-invoice.ts";
import { cents } from "#domain/money/money.ts";
import type { PaymentDue } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import {
  buildContent,
  buildFixed,
  buildHours,
  ON_ACCEPTANCE,
} from "#domain/proposals/test-support/proposal.ts";

const acceptedOn = calendarDate("2026-01-02");
const today = calendarDate("2026-01-05");
const NONE: ReadonlySet<string> = new Set();

test("contains the accepted items, the discount, and the payments of the plan", () => {
  const content = buildContent({ discount: { kind: "amount", amount: cents(25_000) } });
  const invoice = createProposalInvoice(content, { selectedIds: new Set(["retest"]), acceptedOn }, today);
  expect(invoice.lines).toEqual([
    { name: "Testing", note: "", quantity: "10", unitCents: 50_000 },
    { name: "Item", note: "", quantity: "1", unitCents: 125_000 },
  ]);
  expect(invoice.discountCents).toBe(25_000);
  expect(invoice.payments).toEqual([
    { kind: "deposit", dueOn: "2026-01-16", amountCents: 300_000 },
    { kind: "balance", dueOn: "2026-02-16", amountCents: 300_000 },
  ]);
});

test("leaves out optional items that the client did not select", () => {
  const invoice = createProposalInvoice(buildContent(), { selectedIds: NONE, acceptedOn }, today);
  expect(invoice.lines.map(({ name }) => name)).toEqual(["Testing"]);
});

const onDate = (date: string): PaymentDue => ({ kind: "date", date: calendarDate(date) });

test.each<[string, PaymentDue, string]>([
  ["today", onDate("2026-01-05"), "2026-01-05"],
  ["in the past, so today", onDate("2026-01-04"), "2026-01-05"],
  ["3 days after the acceptance, which is today", { kind: "on_acceptance", days: 3 }, "2026-01-05"],
  ["30 days after the acceptance", { kind: "on_acceptance", days: 30 }, "2026-02-01"],
  ["on the acceptance, so today", { kind: "on_acceptance", days: 0 }, "2026-01-05"],
  ["on completion, so in 14 days", { kind: "on_completion", days: 0 }, "2026-01-19"],
])("due date of a payment: %s", (_, due, expected) => {
  const rest = { kind: "balance", due, whenDue: "prepare_invoice" } as const;
  const content = buildContent({ plan: { deposit: null, rest } });
  expect(createProposalInvoice(content, { selectedIds: NONE, acceptedOn }, today).payments).toMatchObject([
    { dueOn: expected },
  ]);
});

test.each([
  ["the same day, so the next day", "2026-01-16", "2026-01-17"],
  ["the next day", "2026-01-17", "2026-01-17"],
])("due date of a balance after a deposit on January 16: %s", (_, date, expected) => {
  const { deposit } = buildContent().plan;
  const rest = { kind: "balance", due: onDate(date), whenDue: "prepare_invoice" } as const;
  const content = buildContent({ plan: { deposit, rest } });
  expect(createProposalInvoice(content, { selectedIds: NONE, acceptedOn }, today).payments).toMatchObject([
    { dueOn: "2026-01-16" },
    { dueOn: expected },
  ]);
});

test.each([
  ["after a deposit on January 31", "2027-01-31", ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]],
  ["in a leap year", "2028-01-31", ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]],
])("payments without a date are due monthly, at the latest at the end of the month: %s", (_, date, expected) => {
  const deposit = {
    share: { kind: "percent", basisPoints: 1_000 },
    due: onDate(date),
    whenDue: "prepare_invoice",
  } as const;
  const due: PaymentDue = { kind: "on_completion", days: 0 };
  const installment = { basisPoints: null, due, whenDue: "prepare_invoice" as const };
  const installments = [installment, installment, installment];
  const rest = { kind: "installments" as const, installments };
  const content = buildContent({ plan: { deposit, rest } });
  const { payments } = createProposalInvoice(content, { selectedIds: NONE, acceptedOn }, today);
  expect(payments.map(({ dueOn }) => dueOn)).toEqual(expected);
});

test("a proposal of $0.00 has no payments", () => {
  const content = buildContent({ items: [buildFixed({ amount: cents(0) })] });
  expect(createProposalInvoice(content, { selectedIds: NONE, acceptedOn }, today).payments).toEqual([]);
});

test("adds up to the proposal's total, with a schedule that Square accepts", () => {
  const item = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 50_000 }))
      .map(([hundredths, rate]) => buildHours({ hundredths, rate: cents(rate) })),
    fc.integer({ min: 100, max: 5_000_000 }).map((amount) => buildFixed({ amount: cents(amount) })),
  );
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.option(fc.integer({ min: 1, max: 9_000 })),
      fc.integer({ min: 2, max: 12 }),
      (items, discount, count) => {
        const content = buildContent({
          items: items.map((each, index) => ({ ...each, id: `item-${index}` })),
          discount: discount === null ? null : { kind: "percent", basisPoints: discount },
          plan: {
            deposit: null,
            rest: {
              kind: "installments",
              installments: Array.from({ length: count }, () => ({
                ...{ basisPoints: null, due: ON_ACCEPTANCE, whenDue: "prepare_invoice" as const },
              })),
            },
          },
        });
        const { total } = proposalTotals(content, NONE);
        fc.pre(total >= 2 * count);
        const { lines, discountCents, payments } = createProposalInvoice(
          content,
          { selectedIds: NONE, acceptedOn },
          today,
        );
        const amounts = lines.map(({ quantity, unitCents }) => ({
          amountCents: lineAmount(quantity, unitCents),
        }));
        expect(draftTotal({ lines: amounts, discountCents })).toBe(total);
        expect(scheduleProblem(payments, { totalCents: total, today })).toBeNull();
      },
    ),
  );
});
