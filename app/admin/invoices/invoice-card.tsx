import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { toneClasses } from "#app/ui/tone.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { dueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { partlyOverdueNote } from "#domain/invoices/due-dates/due-payments.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { refundedNote } from "#domain/invoices/invoice-notes.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { InvoiceClient } from "./invoice-columns.tsx";
import { InvoiceLink } from "./invoice-link.tsx";

/** An invoice on a narrow screen: who owes what on the left, how much and by when on the right. */
export function InvoiceCard({ invoice, now }: { invoice: ListedInvoice; now: Date }) {
  const today = firmToday(now);
  const { description } = invoice;
  const owed = amountOwed(invoice);
  const amount = toCents(invoice.amount);
  const age = dueLabel(invoice, now);
  const wasRemindedToday = invoice.last_reminded_on === today;
  const notes = [refundedNote(invoice), partlyOverdueNote(invoice, today)].filter((note) => note !== null);
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="font-medium text-16">
            <InvoiceLink invoice={invoice} />
          </div>
          <InvoiceClient invoice={invoice} />
          {description && <p className="line-clamp-1 text-13 text-muted">{description}</p>}
        </div>
        <div className="tabular shrink-0 text-right">
          <p className="font-medium text-16">{formatDollars(owed)}</p>
          {owed !== amount && (
            <p className="text-13 text-muted">
              <span className="sr-only">outstanding </span>of {formatDollars(amount)}
            </p>
          )}
          {notes.map((note) => (
            <p key={note} className="text-13 text-muted">
              {note}
            </p>
          ))}
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <InvoiceBadges invoice={invoice} />
        <span className="tabular text-13 text-muted">Due {formatDate(visibleDueDate(invoice))}</span>
        {age && <span className={classNames("text-13", toneClasses(age.tone).text)}>{age.label}</span>}
        {wasRemindedToday && <span className="text-13 text-muted">Reminded today</span>}
      </div>
    </>
  );
}
