import { Badge } from "#app/ui/feedback/badge.tsx";
import { type BadgedInvoice, invoiceBadges } from "#domain/invoices/invoice.ts";

/** Status of an invoice, and markers such as "Partially refunded". */
export function InvoiceBadges({ invoice }: { invoice: BadgedInvoice }) {
  return (
    <span className="inline-flex max-w-44 flex-wrap gap-x-4 gap-y-1">
      {invoiceBadges(invoice).map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}
