import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import { splitDuePayments } from "#domain/invoices/due-dates/due-payments.ts";
import { daysEntryOverdue } from "#domain/invoices/due-dates/overdue.ts";
import {
  entryAmountLeft,
  type NextPaymentPart,
  nextPayment,
  nextPaymentParts,
  parseSchedule,
  SCHEDULE_ENTRY_STATUSES,
  type ScheduleEntry,
  scheduleEntryStatus,
  scheduleEntryTitles,
  scheduleProgress,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { processingNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { paymentMethodLabels } from "#domain/invoices/payments/payment-methods.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";
import { AmountDue } from "./amount-due.tsx";

type InvoiceWithSchedule = Pick<
  Tables<"invoices">,
  | "invoice_number"
  | "status"
  | "square_status"
  | "amount"
  | "total_paid_amount"
  | "due_date"
  | "payment_schedule"
  | "next_payment_amount"
  | "next_payment_due_date"
  | "accepted_payment_methods"
  | "is_processing"
  | "processing_amount"
>;

type PaymentSchedulePanelProps = {
  id: string;
  invoice: InvoiceWithSchedule;
  /** Level of the heading. Use "h2" on an invoice's page. */
  level?: "h2" | "h3";
};

/** Payment schedule of an invoice and its overall progress. */
export function PaymentSchedulePanel({ id, invoice, level: Heading = "h3" }: PaymentSchedulePanelProps) {
  const schedule = parseSchedule(invoice.payment_schedule);
  const titles = scheduleEntryTitles(schedule);
  const progress = scheduleProgress(schedule);
  const today = firmToday(new Date());
  return (
    <section
      id={id}
      aria-label={`Payment Schedule for ${invoiceTitle(invoice)}`}
      className="grid grid-cols-1 gap-6 xl:grid-cols-[2fr_1fr]"
    >
      <div>
        <Heading className={classNames("mb-2", Heading === "h2" ? "text-18" : "font-medium text-14")}>
          Payment Schedule
        </Heading>
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
      </div>
      <div className="grid content-start gap-5">
        <ProgressBar
          label="Overall progress"
          percent={progress.percent}
          text={`${formatDollars(progress.completedCents)} of ${formatDollars(progress.totalCents)} · ${progress.percent}%`}
        />
        <NextPayment invoice={invoice} schedule={schedule} today={today} />
        <AcceptedMethods stored={invoice.accepted_payment_methods} />
      </div>
    </section>
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
      <span className="tabular text-13 text-muted sm:order-2">
        Due {formatDate(entry.dueDate)}
        {daysLate > 0 && (
          <span className="block whitespace-nowrap text-negative">{formatDaysLate(daysLate)}</span>
        )}
      </span>
      <span className="flex justify-end sm:order-4">
        <Badge tone={status.tone}>{status.label}</Badge>
      </span>
    </li>
  );
}

type NextPaymentProps = {
  invoice: InvoiceWithSchedule;
  schedule: readonly ScheduleEntry[];
  today: CalendarDate;
};

/** The overdue amount and the payment after it, or otherwise the next payment. */
function NextPayment({ invoice, schedule, today }: NextPaymentProps) {
  const next = nextPayment(invoice);
  const processing = processingNote([invoice]);
  if (!next) {
    return null;
  }
  const isOverdue = splitDuePayments(invoice, today).overdueCents > 0;
  return (
    <div className="rounded-small border border-line bg-surface px-4 py-3">
      <h3 className="text-13 text-muted">Next Payment</h3>
      {isOverdue ? (
        <AmountDue invoice={invoice} today={today} className="mt-0.5" />
      ) : (
        <UpcomingPayment next={next} parts={nextPaymentParts(schedule, next.cents)} />
      )}
      {processing && <p className="mt-1 text-13 text-info">{processing}</p>}
    </div>
  );
}

type UpcomingPaymentProps = {
  next: NonNullable<ReturnType<typeof nextPayment>>;
  parts: readonly NextPaymentPart[];
};

function UpcomingPayment({ next, parts }: UpcomingPaymentProps) {
  return (
    <>
      <p className="tabular mt-0.5 font-semibold text-18">{formatDollars(next.cents)}</p>
      {parts.length > 1 ? (
        <NextPaymentParts parts={parts} />
      ) : (
        <p className="text-13 text-muted">Due {formatDate(next.dueDate)}</p>
      )}
    </>
  );
}

/** The payments that Square collects together with the next one. */
function NextPaymentParts({ parts }: { parts: readonly NextPaymentPart[] }) {
  return (
    <ul aria-label="Included payments" className="mt-1 grid gap-1 text-13 text-muted">
      {parts.map((part) => (
        <li key={part.title} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {part.title}, due {formatDate(part.dueDate)}
          </span>
          <span className="tabular">{formatDollars(part.cents)}</span>
        </li>
      ))}
    </ul>
  );
}

function AcceptedMethods({ stored }: { stored: unknown }) {
  const methods = paymentMethodLabels(stored);
  if (methods.length === 0) {
    return null;
  }
  return (
    <div className="text-13">
      <h3 className="text-muted">Accepted methods</h3>
      <p className="mt-0.5">{methods.join(", ")}</p>
    </div>
  );
}
