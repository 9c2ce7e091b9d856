import type { ReactNode } from "react";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { findNextPayments } from "#domain/clients/next-events.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDueDate } from "#domain/invoices/due-dates/due-label.ts";
import { sumOverdue } from "#domain/invoices/due-dates/due-payments.ts";
import {
  balanceDue,
  countOverdue,
  countPending,
  invoicePayAction,
  isPayable,
  partiallyPaidNote,
} from "#domain/invoices/invoice.ts";
import { processingNote } from "#domain/invoices/invoice-notes.ts";
import { formatDollars } from "#domain/money/money.ts";
import { PaymentLink } from "./payment-link.tsx";

type BalanceSummaryProps = { invoices: readonly OwnInvoice[]; onShowUnpaid: () => void };

/** The balance due with Pay Now, and the numbers of pending and overdue invoices. Amounts are red only if a payment is overdue. */
export function BalanceSummary({ invoices, onShowUnpaid }: BalanceSummaryProps) {
  const balanceCents = balanceDue(invoices);
  const overdueCount = countOverdue(invoices);
  const today = firmToday(new Date());
  const { upcoming } = findNextPayments(invoices, today);
  return (
    <section
      aria-label="Balance"
      className="rounded-medium border border-line bg-surface lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)] lg:divide-x lg:divide-line"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
        <div className="min-w-0">
          <h2 className="text-13 text-muted">Total Balance Due</h2>
          <p
            className={classNames(
              "tabular mt-1 font-semibold text-28 tracking-tight",
              overdueCount > 0 && "text-negative",
            )}
          >
            {formatDollars(balanceCents)}
          </p>
          <p className="mt-1 text-13 text-muted">
            {[
              partiallyPaidNote(invoices) ?? (balanceCents > 0 ? "Pending and overdue" : "Nothing to pay"),
              processingNote(invoices),
            ]
              .filter(Boolean)
              .join(". ")}
          </p>
        </div>
        {balanceCents > 0 && <PayTotal invoices={invoices} onShowUnpaid={onShowUnpaid} />}
      </div>
      <Figure
        label="Pending Invoices"
        value={countPending(invoices)}
        note={
          upcoming
            ? `Next: ${formatDollars(upcoming.cents)} ${formatDueDate(upcoming.dueDate, today)}`
            : "No upcoming payments"
        }
      />
      <Figure
        label="Overdue Invoices"
        value={
          overdueCount > 0 ? <span className="text-negative">{overdueCount}</span> : String(overdueCount)
        }
        note={overdueCount > 0 ? `${formatDollars(sumOverdue(invoices, today))} due now` : "Nothing overdue"}
      />
    </section>
  );
}

/** One line on phones and tablets, a column on wider screens. */
function Figure({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <div className="tabular flex flex-wrap items-baseline justify-between gap-x-2 border-line border-t px-4 py-2 text-14 sm:px-5 lg:block lg:border-t-0 lg:py-5">
      <h2 className="text-13 text-muted">
        {label}
        <span className="ml-2 font-semibold text-14 text-text lg:mt-1 lg:ml-0 lg:block lg:text-28 lg:tracking-tight">
          {value}
        </span>
      </h2>
      <p className="text-13 text-muted">{note}</p>
    </div>
  );
}

/**
 * Links to the payment page if one invoice can be paid, or filters the list if several can. Renders nothing if no invoice
 * can be paid, for example because each unpaid one has a processing payment.
 */
function PayTotal({ invoices, onShowUnpaid }: BalanceSummaryProps) {
  const payableInvoices = invoices.filter(isPayable);
  const [onlyInvoice] = payableInvoices;
  if (!onlyInvoice) {
    return null;
  }
  if (payableInvoices.length === 1 && invoicePayAction(onlyInvoice).kind === "pay") {
    return <PaymentLink invoice={onlyInvoice} size="medium" tone="primary" />;
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button tone="primary" aria-describedby="pay-total-note" onClick={onShowUnpaid}>
        Pay Now
      </Button>
      <p id="pay-total-note" className="text-13 text-muted print:hidden">
        Choose from {payableInvoices.length} unpaid invoices
      </p>
    </div>
  );
}
