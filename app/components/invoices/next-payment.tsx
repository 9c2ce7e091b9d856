import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { type InvoiceWithPayments, splitDuePayments } from "#domain/invoices/due-dates/due-payments.ts";
import {
  type NextPaymentPart,
  nextPayment,
  nextPaymentParts,
  parseSchedule,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { paymentMethodLabels } from "#domain/invoices/payments/payment-methods.ts";
import { formatDollars } from "#domain/money/money.ts";
import { AmountDue } from "./amount-due.tsx";

type NextPaymentProps = {
  invoice: InvoiceWithPayments;
  /** Level of the heading. */
  level: "h2" | "h3";
  /** Content below the amounts. */
  children?: ReactNode;
  className?: string;
};

/** The overdue amount and the payment after it, or otherwise the next payment. */
export function NextPayment({ invoice, level: Heading, children, className }: NextPaymentProps) {
  const today = firmToday(new Date());
  const next = nextPayment(invoice);
  const isOverdue = splitDuePayments(invoice, today).overdueCents > 0;
  return (
    <div className={classNames("rounded-small border border-line bg-surface px-4 py-3", className)}>
      <Heading className="font-normal text-13 text-muted">Next Payment</Heading>
      {next && !isOverdue ? (
        <UpcomingPayment
          next={next}
          parts={nextPaymentParts(parseSchedule(invoice.payment_schedule), next.cents)}
        />
      ) : (
        <AmountDue invoice={invoice} today={today} className="mt-0.5" />
      )}
      {children}
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

/** The payment methods that Square accepts for an invoice. */
export function AcceptedMethods({ storedMethods }: { storedMethods: unknown }) {
  const methods = paymentMethodLabels(storedMethods);
  if (methods.length === 0) {
    return null;
  }
  return (
    <div className="text-13">
      <p className="text-muted">Accepted methods</p>
      <p className="mt-0.5">{methods.join(", ")}</p>
    </div>
  );
}
