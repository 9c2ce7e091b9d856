import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { refundedNote } from "#domain/invoices/invoice-notes.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";

/** The amount of an invoice or, if part of it is paid, what is left of it. */
export function InvoiceAmount({ invoice }: { invoice: OwnInvoice }) {
  const amount = toCents(invoice.amount);
  const owed = amountOwed(invoice);
  const isPartiallyPaid = owed > 0 && owed < amount;
  const note = refundedNote(invoice);
  return (
    <>
      <span className={isPartiallyPaid ? "block whitespace-nowrap font-semibold" : "block whitespace-nowrap"}>
        {isPartiallyPaid ? `${formatDollars(owed)} left` : formatDollars(amount)}
      </span>
      {isPartiallyPaid && (
        <span className="block whitespace-nowrap text-13 text-muted">of {formatDollars(amount)}</span>
      )}
      {note && <span className="block text-13 text-muted">{note}</span>}
    </>
  );
}
