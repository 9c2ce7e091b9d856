import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { Button } from "#app/ui/button.tsx";
import { StatCard } from "#app/ui/data-display/stat-card.tsx";
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

type BalanceCardsProps = { invoices: readonly OwnInvoice[]; onShowUnpaid: () => void };

export function BalanceCards({ invoices, onShowUnpaid }: BalanceCardsProps) {
  const balanceCents = balanceDue(invoices);
  const overdueCount = countOverdue(invoices);
  const today = firmToday(new Date());
  const { upcoming } = findNextPayments(invoices, today);
  return (
    // Leave space for a seven-figure total at every width and in print.
    <div className="grid grid-cols-2 gap-4 *:first:max-xl:col-span-2 xl:grid-cols-3">
      <StatCard
        label="Total Balance Due"
        value={formatDollars(balanceCents)}
        tone={balanceCents > 0 ? "negative" : "neutral"}
        caption={[
          partiallyPaidNote(invoices) ?? (balanceCents > 0 ? "Pending and overdue" : "Nothing to pay"),
          processingNote(invoices),
        ]
          .filter(Boolean)
          .join(". ")}
        action={balanceCents > 0 && <PayTotal invoices={invoices} onShowUnpaid={onShowUnpaid} />}
      />
      <StatCard
        label="Pending Invoices"
        value={countPending(invoices)}
        caption={
          upcoming
            ? `Next: ${formatDollars(upcoming.cents)} ${formatDueDate(upcoming.dueDate, today)}`
            : "Nothing due later"
        }
      />
      <StatCard
        label="Overdue Invoices"
        value={overdueCount}
        tone={overdueCount > 0 ? "negative" : "neutral"}
        caption={
          overdueCount > 0 ? `${formatDollars(sumOverdue(invoices, today))} past due` : "Nothing past due"
        }
      />
    </div>
  );
}

/**
 * Links to the payment page if one invoice can be paid, or filters the list if several can. Renders nothing if no invoice
 * can be paid, for example because each unpaid one has a processing payment.
 */
function PayTotal({ invoices, onShowUnpaid }: BalanceCardsProps) {
  const payableInvoices = invoices.filter(isPayable);
  const [onlyInvoice] = payableInvoices;
  if (!onlyInvoice) {
    return null;
  }
  if (payableInvoices.length === 1 && invoicePayAction(onlyInvoice).kind === "pay") {
    return <PaymentLink invoice={onlyInvoice} size="medium" tone="primary" />;
  }
  return (
    <Button tone="primary" onClick={onShowUnpaid}>
      Pay Now
    </Button>
  );
}
