import { classNames } from "#app/ui/class-names.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { formatDaysLate, formatDueDate } from "#domain/invoices/due-dates/due-label.ts";
import {
  amountCollectedTogether,
  describeDuePayments,
  type InvoiceWithPayments,
  splitDuePayments,
} from "#domain/invoices/due-dates/due-payments.ts";
import { daysOverdue } from "#domain/invoices/due-dates/overdue.ts";
import { formatDollars } from "#domain/money/money.ts";

type AmountDueProps = { invoice: InvoiceWithPayments; today: CalendarDate; className?: string };

/** The overdue amount, its age, and the payment after it, or otherwise the next payment. Names the payments of a schedule. */
export function AmountDue({ invoice, today, className }: AmountDueProps) {
  const { overdueCents, next } = splitDuePayments(invoice, today);
  const nextText = next && `${formatDollars(next.cents)} ${formatDueDate(next.dueDate, today)}`;
  const parts = describeDuePayments(invoice, today);
  if (overdueCents === 0) {
    return (
      nextText && (
        <div className={classNames("tabular", className)}>
          <p className="font-semibold text-18">{nextText}</p>
          {parts.next && <p className="text-13 text-muted">{parts.next}</p>}
        </div>
      )
    );
  }
  // Zero without a due date.
  const daysLate = daysOverdue(invoice, today);
  const collectedCents = amountCollectedTogether(invoice, today);
  return (
    <div className={classNames("tabular", className)}>
      <p className="font-semibold text-18 text-negative">{formatDollars(overdueCents)} overdue</p>
      {daysLate > 0 && <p className="text-13 text-negative">{formatDaysLate(daysLate)}</p>}
      {parts.overdue && <p className="text-13 text-muted">{parts.overdue}</p>}
      {nextText && (
        <p className="text-13 text-muted">
          Then {nextText}
          {parts.next && ` (${parts.next})`}
        </p>
      )}
      {collectedCents !== null && (
        <p className="text-13 text-muted print:hidden">
          Square's page collects {formatDollars(collectedCents)}: the overdue amount and{" "}
          {parts.next || "the next payment"}
        </p>
      )}
    </div>
  );
}
