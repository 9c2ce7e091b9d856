import { Badge } from "#app/ui/feedback/badge.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import type { InvoiceWithPayments } from "#domain/invoices/due-dates/due-payments.ts";
import { daysEntryOverdue } from "#domain/invoices/due-dates/overdue.ts";
import {
  entryAmountLeft,
  nextPayment,
  parseSchedule,
  SCHEDULE_ENTRY_STATUSES,
  type ScheduleEntry,
  scheduleEntryStatus,
  scheduleEntryTitles,
  scheduleProgress,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { processingNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";
import { AcceptedMethods, NextPayment } from "./next-payment.tsx";

type InvoiceWithSchedule = InvoiceWithPayments &
  Pick<
    Tables<"invoices">,
    "invoice_number" | "accepted_payment_methods" | "is_processing" | "processing_amount"
  >;

type PaymentSchedulePanelProps = { id: string; invoice: InvoiceWithSchedule };

/** Payment schedule of an invoice in a list, with its overall progress and the next payment. */
export function PaymentSchedulePanel({ id, invoice }: PaymentSchedulePanelProps) {
  const processing = processingNote([invoice]);
  return (
    <section
      id={id}
      aria-label={`Payment Schedule for ${invoiceTitle(invoice)}`}
      className="grid grid-cols-1 gap-6 xl:grid-cols-[2fr_1fr]"
    >
      <div>
        <h3 className="mb-2 font-medium text-14">Payment Schedule</h3>
        <ScheduleEntries invoice={invoice} />
      </div>
      <div className="grid content-start gap-5">
        <ScheduleProgress invoice={invoice} />
        {nextPayment(invoice) && (
          <NextPayment invoice={invoice} level="h3">
            {processing && <p className="mt-1 text-13 text-info">{processing}</p>}
          </NextPayment>
        )}
        <AcceptedMethods storedMethods={invoice.accepted_payment_methods} />
      </div>
    </section>
  );
}

/** Payment schedule on an invoice's page, which shows the next payment at the top. */
export function PaymentScheduleSection({ invoice }: { invoice: InvoiceWithSchedule }) {
  return (
    <section id="payment-schedule" aria-label={`Payment Schedule for ${invoiceTitle(invoice)}`}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 className="text-18">Payment Schedule</h2>
        <div className="w-full sm:w-80">
          <ScheduleProgress invoice={invoice} />
        </div>
      </div>
      <ScheduleEntries invoice={invoice} />
    </section>
  );
}

function ScheduleEntries({ invoice }: { invoice: InvoiceWithSchedule }) {
  const schedule = parseSchedule(invoice.payment_schedule);
  const titles = scheduleEntryTitles(schedule);
  const today = firmToday(new Date());
  return (
    <ol className="divide-y divide-line border-line border-y">
      {schedule.map((entry, index) => (
        // Use titles as keys, because entries have no ids and titles are unique.
        <ScheduleEntryRow
          key={titles[index]}
          title={titles[index] ?? ""}
          entry={entry}
          daysLate={daysEntryOverdue(entry, invoice, today)}
        />
      ))}
    </ol>
  );
}

function ScheduleProgress({ invoice }: { invoice: InvoiceWithSchedule }) {
  const { completedCents, totalCents, percent } = scheduleProgress(parseSchedule(invoice.payment_schedule));
  return (
    <ProgressBar
      label="Overall progress"
      percent={percent}
      text={`${formatDollars(completedCents)} of ${formatDollars(totalCents)} · ${percent}%`}
    />
  );
}

type ScheduleEntryRowProps = { title: string; entry: ScheduleEntry; daysLate: number };

function ScheduleEntryRow({ title, entry, daysLate }: ScheduleEntryRowProps) {
  const entryStatus = scheduleEntryStatus(entry);
  const status = SCHEDULE_ENTRY_STATUSES[entryStatus];
  const left = entryStatus === "partial" ? entryAmountLeft(entry) : null;
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 py-2 text-14 sm:grid-cols-[1.2fr_1.2fr_1fr_6rem]">
      <span className="font-medium">{title}</span>
      <span className="tabular text-right sm:order-3">
        {entry.computedCents === null ? "To be calculated" : formatDollars(entry.computedCents)}
        {left !== null && <span className="block text-13 text-muted">{formatDollars(left)} left</span>}
      </span>
      <span className="tabular text-13 text-muted sm:order-2">Due {formatDate(entry.dueDate)}</span>
      <span className="flex flex-col items-end gap-0.5 sm:order-4">
        <Badge tone={daysLate > 0 ? "negative" : status.tone}>{status.label}</Badge>
        {daysLate > 0 && (
          <span className="tabular whitespace-nowrap text-13 text-negative">{formatDaysLate(daysLate)}</span>
        )}
      </span>
    </li>
  );
}
