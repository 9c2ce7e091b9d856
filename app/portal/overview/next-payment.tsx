import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { CreditCard } from "#app/ui/icons.tsx";
import { findNextPayments, type NextPayments } from "#domain/clients/next-events.ts";
import { type CalendarDate, formatShortDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDaysLate, formatDueDate, nextDueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { describeDuePayments } from "#domain/invoices/due-dates/due-payments.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars } from "#domain/money/money.ts";
import { sectionUrl } from "../section-url.ts";
import { NextItem } from "./next-item.tsx";

/** The overdue amount, or otherwise the next payment. Below an overdue amount, the next payment is the second figure. */
export function NextPayment({ invoices, now }: { invoices: readonly OwnInvoice[]; now: Date }) {
  const today = firmToday(now);
  const { overdue, upcoming } = findNextPayments(invoices, today);
  if (overdue) {
    return <OverduePayment overdue={overdue} upcoming={upcoming} today={today} />;
  }
  if (!upcoming) {
    return <NextItem icon={CreditCard} label="Payment" title="Nothing due" to={sectionUrl("billing")} />;
  }
  const { invoice, cents, dueDate } = upcoming;
  const due = nextDueLabel(invoice, now);
  return (
    <NextItem
      icon={CreditCard}
      label="Payment"
      title={formatDollars(cents)}
      lines={[
        {
          text: `${dueDate ? formatShortDate(dueDate, today) : "—"} · ${paymentName(invoice, describeDuePayments(invoice, today).next)}`,
        },
        ...(due ? [{ text: due.label, tone: due.tone }] : []),
      ]}
      to={sectionUrl("billing", { invoice: invoice.id })}
    />
  );
}

type OverduePaymentProps = {
  overdue: NonNullable<NextPayments<OwnInvoice>["overdue"]>;
  upcoming: NextPayments<OwnInvoice>["upcoming"];
  today: CalendarDate;
};

function OverduePayment({ overdue, upcoming, today }: OverduePaymentProps) {
  const [invoice, ...others] = overdue.invoices;
  const onlyInvoice = others.length === 0 ? invoice : undefined;
  // Zero without a due date.
  const age = overdue.daysLate > 0 ? formatDaysLate(overdue.daysLate) : "overdue";
  return (
    <NextItem
      icon={CreditCard}
      label="Payment"
      title={formatDollars(overdue.cents)}
      lines={[
        {
          text: onlyInvoice
            ? [age, paymentName(onlyInvoice, describeDuePayments(onlyInvoice, today).overdue)].join(" · ")
            : `${overdue.invoices.length} invoices, ${overdue.daysLate > 0 ? "up to " : ""}${age}`,
          tone: "negative",
        },
        ...(upcoming ? [{ text: formatUpcoming(upcoming, onlyInvoice, today) }] : []),
      ]}
      to={sectionUrl("billing", onlyInvoice ? { invoice: onlyInvoice.id } : { show: "unpaid" })}
    />
  );
}

/** Includes the invoice unless it is named above. */
function formatUpcoming(
  { cents, dueDate, invoice }: NonNullable<OverduePaymentProps["upcoming"]>,
  named: OwnInvoice | undefined,
  today: CalendarDate,
): string {
  const text = `${formatDollars(cents)} ${formatDueDate(dueDate, today, formatShortDate)}`;
  const { next } = describeDuePayments(invoice, today);
  const name = invoice === named ? next : paymentName(invoice, next);
  return [text, name].filter(Boolean).join(" · ");
}

/** @param parts The payments of the schedule, or empty for an invoice with one payment. */
function paymentName(invoice: OwnInvoice, parts: string): string {
  const name = invoice.description || invoiceTitle(invoice);
  return parts ? `${parts} of ${name}` : name;
}
