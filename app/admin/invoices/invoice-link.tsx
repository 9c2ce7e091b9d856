import { Link } from "react-router";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";

/** Link to an invoice's page, labeled with its number. */
export function InvoiceLink({ invoice }: { invoice: { id: string; invoice_number: string } }) {
  return (
    <Link
      to={`/admin/invoices/${invoice.id}`}
      className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
    >
      {invoiceLabel(invoice)}
    </Link>
  );
}
