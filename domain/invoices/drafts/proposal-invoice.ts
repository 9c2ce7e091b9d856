import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { INVOICE_DRAFT_LIMITS } from "#domain/invoices/drafts/draft-form.ts";
import type { DraftLine, DraftPayment } from "#domain/invoices/drafts/invoice-draft.ts";
import type { Cents } from "#domain/money/money.ts";
import {
  dueDateAtAcceptance,
  type PlannedPayment,
  resolvePaymentPlan,
} from "#domain/proposals/payment-plan.ts";
import type { ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { addMonths } from "#domain/scheduling/month.ts";

/** When the first payment is due if its date is unknown. */
export const DEFAULT_DUE_DAYS = 14;

type ProposalInvoice = {
  lines: Omit<DraftLine, "amountCents">[];
  discountCents: Cents;
  /** Empty if the total is $0.00. */
  payments: DraftPayment[];
};

/**
 * One invoice for a whole proposal: the items that the client accepted, the discount, and the payments of its plan.
 * Square requires a date for each payment, so a payment that depends on a later event gets a date after the one before.
 */
export function createProposalInvoice(
  content: Pick<ProposalContent, "items" | "discount" | "plan">,
  { selectedIds, acceptedOn }: { selectedIds: ReadonlySet<string>; acceptedOn: CalendarDate },
  today: CalendarDate,
): ProposalInvoice {
  const totals = proposalTotals(content, selectedIds);
  const acceptedIds = new Set(totals.lines.filter(({ isSelected }) => isSelected).map(({ id }) => id));
  return {
    lines: content.items.filter(({ id }) => acceptedIds.has(id)).map(toLine),
    discountCents: totals.discount,
    payments: scheduleDates(resolvePaymentPlan(content.plan, totals.total), { acceptedOn, today }),
  };
}

function toLine(item: ProposalItem): ProposalInvoice["lines"][number] {
  return {
    name: item.description.slice(0, INVOICE_DRAFT_LIMITS.lineName),
    note: item.details.slice(0, INVOICE_DRAFT_LIMITS.lineNote),
    ...(item.kind === "hours"
      ? { quantity: String(item.hundredths / 100), unitCents: item.rate }
      : { quantity: "1", unitCents: item.amount }),
  };
}

/**
 * The due date of a monthly payment. 0 is the first one. Each date is computed from the first one, so that payments from
 * January 31 on are due on February 28 and on March 31.
 */
export function monthlyDueDate(firstDueOn: CalendarDate, index: number): CalendarDate {
  return addMonths(firstDueOn, index);
}

/**
 * Due dates that Square accepts: today or later, and each after the one before. Payments without a date are due monthly
 * after the last payment with one.
 */
function scheduleDates(
  payments: readonly PlannedPayment[],
  { acceptedOn, today }: { acceptedOn: CalendarDate; today: CalendarDate },
): DraftPayment[] {
  const scheduled: DraftPayment[] = [];
  let lastDated = { dueOn: addDays(today, DEFAULT_DUE_DAYS), index: 0 };
  for (const [index, { kind, amount, due }] of payments.entries()) {
    const previous = scheduled.at(-1)?.dueOn;
    const agreed = dueDateAtAcceptance(due, acceptedOn);
    const earliest = previous ? addDays(previous, 1) : today;
    if (agreed !== null) {
      lastDated = { dueOn: agreed < earliest ? earliest : agreed, index };
    }
    scheduled.push({
      kind,
      dueOn: monthlyDueDate(lastDated.dueOn, index - lastDated.index),
      amountCents: amount,
    });
  }
  return scheduled;
}
