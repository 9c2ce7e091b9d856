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

/** When the first payment is due if its date is unknown. */
export const DEFAULT_DUE_DAYS = 14;
/** The time between two payments if the date of the second is unknown. */
export const INSTALLMENT_DAYS = 30;

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

/** Due dates that Square accepts: today or later, and each after the one before. */
function scheduleDates(
  payments: readonly PlannedPayment[],
  { acceptedOn, today }: { acceptedOn: CalendarDate; today: CalendarDate },
): DraftPayment[] {
  const scheduled: DraftPayment[] = [];
  for (const { kind, amount, due } of payments) {
    const previous = scheduled.at(-1)?.dueOn;
    const agreed = dueDateAtAcceptance(due, acceptedOn);
    const earliest = previous ? addDays(previous, 1) : today;
    const unknown = previous ? addDays(previous, INSTALLMENT_DAYS) : addDays(today, DEFAULT_DUE_DAYS);
    scheduled.push({
      kind,
      dueOn: agreed === null ? unknown : agreed < earliest ? earliest : agreed,
      amountCents: amount,
    });
  }
  return scheduled;
}
