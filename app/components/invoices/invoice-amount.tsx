import { firmToday } from "#domain/firm/firm-today.ts";
import { type InvoiceWithPayments, partlyOverdueNote } from "#domain/invoices/due-dates/due-payments.ts";
import { amountOwed, isPartiallyPaid } from "#domain/invoices/invoice.ts";
import { refundedNote } from "#domain/invoices/invoice-notes.ts";
import { type Dollars, formatDollars, toCents } from "#domain/money/money.ts";

type InvoiceAmountProps = { invoice: InvoiceWithPayments & { refunded_amount: Dollars } };

/** The amount of an invoice or, if part of it is paid, what is left of it. Below it, what of this is overdue. */
export function InvoiceAmount({ invoice }: InvoiceAmountProps) {
  const today = firmToday(new Date());
  const amount = toCents(invoice.amount);
  const isPartial = isPartiallyPaid(invoice);
  const overdue = partlyOverdueNote(invoice, today);
  const refunded = refundedNote(invoice);
  return (
    <>
      <span className="block whitespace-nowrap font-medium">
        {formatDollars(isPartial ? amountOwed(invoice) : amount)}
      </span>
      {isPartial && (
        <span className="block whitespace-nowrap text-13 text-muted">left of {formatDollars(amount)}</span>
      )}
      {overdue && <span className="block whitespace-nowrap text-13 text-negative">{overdue}</span>}
      {refunded && <span className="block text-13 text-muted">{refunded}</span>}
    </>
  );
}
