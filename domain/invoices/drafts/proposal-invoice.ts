import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { INVOICE_DRAFT_LIMITS } from "#domain/invoices/drafts/draft-form.ts";
import type { DraftLine, DraftPayment } from "#domain/invoices/drafts/invoice-draft.ts";
import type { Cents } from "#domain/money/money.ts";
import { type PlannedPayment, resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import type { ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";

/** When the first payment is due if the proposal has no date for it. */
export const DEFAULT_DUE_DAYS = 14;
/** The time between payments without a date. */
export const INSTALLMENT_DAYS = 30;

type ProposalInvoice = {
  lines: Omit<DraftLine, "amountCents">[];
  discountCents: Cents;
  /** Empty if the total is $0.00. */
  payments: DraftPayment[];
};

/**
 * One invoice for a whole proposal: the items that the client accepted, the discount, and the payments of its plan.
 * Square requires a date for each payment, so a payment that depends on an event gets a date after the one before.
 */
export function createProposalInvoice(
  content: Pick<ProposalContent, "items" | "discount" | "plan">,
  { selectedIds, today }: { selectedIds: ReadonlySet<string>; today: CalendarDate },
): ProposalInvoice {
  const totals = proposalTotals(content, selectedIds);
  const acceptedIds = new Set(totals.lines.filter(({ isSelected }) => isSelected).map(({ id }) => id));
  return {
    lines: content.items.filter(({ id }) => acceptedIds.has(id)).map(toLine),
    discountCents: totals.discount,
    payments: scheduleDates(resolvePaymentPlan(content.plan, totals.total), today),
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

function scheduleDates(payments: readonly PlannedPayment[], today: CalendarDate): DraftPayment[] {
  const scheduled: DraftPayment[] = [];
  for (const { kind, amount, due } of payments) {
    const previous = scheduled.at(-1)?.dueOn;
    const isUsable = due.kind === "date" && due.date >= today && (!previous || due.date > previous);
    const fallback = previous ? addDays(previous, INSTALLMENT_DAYS) : addDays(today, DEFAULT_DUE_DAYS);
    scheduled.push({ kind, dueOn: isUsable ? due.date : fallback, amountCents: amount });
  }
  return scheduled;
}
