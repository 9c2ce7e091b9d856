import type { ComponentProps } from "react";
import { InvoiceAmount } from "#app/components/invoices/invoice-amount.tsx";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { InvoiceLink } from "./invoice-link.tsx";

type ListedInvoice = ComponentProps<typeof InvoiceLink>["invoice"] &
  ComponentProps<typeof InvoiceBadges>["invoice"] &
  ComponentProps<typeof InvoiceAmount>["invoice"];

/** Invoices in a card, with their due date, status and amount. */
export function InvoiceList({ invoices }: { invoices: readonly ListedInvoice[] }) {
  return (
    <ul aria-label="Invoices" className="@container divide-y divide-line">
      {invoices.map((invoice) => (
        <li
          key={invoice.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0 @[27rem]:grid-cols-[minmax(0,1fr)_9.5rem_8.5rem]"
        >
          <div className="col-span-2 min-w-0 @[27rem]:col-span-1">
            <p className="font-medium">
              <InvoiceLink invoice={invoice} />
            </p>
            <p className="text-13 text-muted">Due {formatDate(visibleDueDate(invoice))}</p>
          </div>
          <InvoiceBadges invoice={invoice} />
          <div className="tabular text-right">
            <InvoiceAmount invoice={invoice} />
          </div>
        </li>
      ))}
    </ul>
  );
}
