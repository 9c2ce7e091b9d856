import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { InvoiceAmount } from "#app/components/invoices/invoice-amount.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { amountCollectedTogether } from "#domain/invoices/due-dates/due-payments.ts";
import { invoicePayAction } from "#domain/invoices/invoice.ts";
import { formatDollars } from "#domain/money/money.ts";

/** The amount of an invoice and, if it is more than what is due now, the amount that Pay Now collects. */
export function OwnInvoiceAmount({ invoice }: { invoice: OwnInvoice }) {
  const collectedCents = amountCollectedTogether(invoice, firmToday(new Date()));
  return (
    <>
      <InvoiceAmount invoice={invoice} />
      {collectedCents !== null && invoicePayAction(invoice).kind === "pay" && (
        <span className="ml-auto block text-13 text-muted sm:max-lg:max-w-30">
          Square collects {formatDollars(collectedCents)}
        </span>
      )}
    </>
  );
}
