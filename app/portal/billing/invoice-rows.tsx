import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { InvoiceAmount } from "#app/components/invoices/invoice-amount.tsx";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { sectionUrl } from "../section-url.ts";
import { InvoiceDueDate } from "./invoice-due-date.tsx";

type InvoiceRowsProps = {
  label: string;
  invoices: readonly OwnInvoice[];
  note: (invoice: OwnInvoice) => string | null;
  actions: (invoice: OwnInvoice) => ReactNode;
  /** Content of an expanded row. Falsy when the row is collapsed. */
  detail: (invoice: OwnInvoice) => ReactNode;
};

/** The invoices as compact rows, for phones. */
export function InvoiceRows({ label, invoices, note, actions, detail }: InvoiceRowsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="relative py-3 text-14">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Link
                to={sectionUrl("billing", { invoice: invoice.id })}
                className="row-link line-clamp-2 rounded-small font-medium hover:text-accent hover:underline"
              >
                {invoice.description || invoiceTitle(invoice)}
              </Link>
              {invoice.description && invoice.invoice_number && (
                <p className="tabular truncate text-13 text-muted">{invoice.invoice_number}</p>
              )}
            </div>
            <div className="tabular shrink-0 text-right">
              <InvoiceAmount invoice={invoice} />
            </div>
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
            <div className="min-w-0">
              <div className="flex items-start gap-x-2">
                <span className="w-35 shrink-0">
                  <InvoiceBadges invoice={invoice} />
                </span>
                <span>
                  <span className="sr-only">Due Date </span>
                  <InvoiceDueDate invoice={invoice} />
                </span>
              </div>
              {note(invoice) && <p className="mt-1 text-13 text-muted">{note(invoice)}</p>}
            </div>
            <div className="ml-auto flex flex-wrap justify-end gap-2">{actions(invoice)}</div>
          </div>
          {detail(invoice) && <div className="relative z-2 mt-4">{detail(invoice)}</div>}
        </li>
      ))}
    </ul>
  );
}
