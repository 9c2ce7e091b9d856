import { Badge } from "#app/ui/feedback/badge.tsx";
import { type BadgedInvoice, invoiceBadges } from "#domain/invoices/invoice.ts";

/** Status of an invoice. Markers such as "Partially refunded" are below it, so that it stays in its column. */
export function InvoiceBadges({ invoice }: { invoice: BadgedInvoice }) {
  return (
    <span className="inline-flex flex-col items-start gap-y-0.5">
      {invoiceBadges(invoice).map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}
