import type { OwnInvoice } from "#app/api/invoices.ts";
import { Button } from "#app/ui/button.tsx";
import { StatCard } from "#app/ui/stat-card.tsx";
import {
  amountDue,
  balanceDue,
  invoicePayAction,
  overdueCount,
  partPaidNote,
  pendingCount,
} from "#domain/invoice.ts";
import { formatDollars } from "#domain/money.ts";
import { PaymentLink } from "./payment-link.tsx";

type BalanceCardsProps = { invoices: readonly OwnInvoice[]; onShowUnpaid: () => void };

export function BalanceCards({ invoices, onShowUnpaid }: BalanceCardsProps) {
  const balance = balanceDue(invoices);
  const overdue = overdueCount(invoices);
  return (
    // The total has room for seven figures at every width, on paper too.
    <div className="grid gap-4 *:first:sm:max-xl:col-span-2 sm:grid-cols-2 xl:grid-cols-3">
      <StatCard
        label="Total Balance Due"
        value={formatDollars(balance)}
        tone={balance > 0 ? "negative" : "neutral"}
        meaning={partPaidNote(invoices) ?? (balance > 0 ? "Pending and overdue" : "Nothing to pay")}
        action={balance > 0 && <PayTotal invoices={invoices} onShowUnpaid={onShowUnpaid} />}
      />
      <StatCard
        label="Pending Invoices"
        value={pendingCount(invoices)}
        meaning="With payments still to come"
      />
      <StatCard
        label="Overdue Invoices"
        value={overdue}
        tone={overdue > 0 ? "negative" : "neutral"}
        meaning="With a payment past its due date"
      />
    </div>
  );
}

/** One unpaid invoice is paid directly; several are first shown (decisions, reading 6). */
function PayTotal({ invoices, onShowUnpaid }: BalanceCardsProps) {
  const unpaid = invoices.filter((invoice) => amountDue(invoice) > 0);
  const [only] = unpaid;
  if (only && unpaid.length === 1 && invoicePayAction(only).kind === "pay")
    return <PaymentLink invoice={only} size="medium" tone="primary" />;
  return (
    <Button tone="primary" onClick={onShowUnpaid}>
      Pay Now
    </Button>
  );
}
