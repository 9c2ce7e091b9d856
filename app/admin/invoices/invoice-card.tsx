import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ExternalLink, Send } from "#app/ui/icons.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { dueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { partlyOverdueNote } from "#domain/invoices/due-dates/due-payments.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { refundedNote } from "#domain/invoices/invoice-notes.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { isRemindable } from "#domain/invoices/reminders/invoice-reminder.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { InvoiceClient } from "./invoice-columns.tsx";
import { InvoiceLink } from "./invoice-link.tsx";
import { paymentPageLabel } from "./payment-page-label.ts";
import { reminderLabel } from "./reminder-button.tsx";

const ACTION_CLASSES =
  "inline-flex min-h-6 items-center gap-1.5 rounded-small text-13 text-muted hover:text-accent hover:underline";

/** An invoice on a narrow screen: who owes what on the left, how much and by when on the right. */
export function InvoiceCard({
  invoice,
  today,
  onRemind,
}: {
  invoice: ListedInvoice;
  today: CalendarDate;
  onRemind: (id: string) => void;
}) {
  const { description } = invoice;
  const owed = amountOwed(invoice);
  const amount = toCents(invoice.amount);
  const paymentUrl = safePaymentUrl(invoice.square_payment_url);
  const age = dueLabel(invoice, today);
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
          {/* Next to the client and the description, so that they need no lines of their own. */}
          <div className="flex flex-col items-end">
            {paymentUrl && (
              <a
                href={paymentUrl}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={paymentPageLabel(invoice)}
                className={ACTION_CLASSES}
              >
                Payment page
                <ExternalLink aria-hidden="true" className="size-3.5" />
              </a>
            )}
            {isRemindable(invoice) && (
              <button
                type="button"
                aria-label={reminderLabel(invoice, wasRemindedToday)}
                aria-disabled={wasRemindedToday || undefined}
                onClick={() => !wasRemindedToday && onRemind(invoice.id)}
                className={classNames(
                  ACTION_CLASSES,
                  "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
                )}
              >
                Send reminder
                <Send aria-hidden="true" className="size-3.5" />
              </button>
            )}
          </div>
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
