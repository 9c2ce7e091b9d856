import { useState } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { Button } from "#app/ui/button.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { sectionUrl } from "../../section-url.ts";

/** Invoices shown before the client expands the list. */
const INITIALLY_SHOWN = 3;

type PlanInvoicesProps = { invoices: readonly OwnInvoice[]; onLeave: () => void };

/** The plan's invoices, newest first. */
export function PlanInvoices({ invoices, onLeave }: PlanInvoicesProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const visible = isExpanded ? invoices : invoices.slice(0, INITIALLY_SHOWN);
  return (
    <section aria-labelledby="plan-invoices">
      <h3 id="plan-invoices" className="mb-1 font-medium text-14">
        Past invoices
      </h3>
      {invoices.length === 0 ? (
        <p className="text-14 text-muted">The first invoice appears here</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y text-14">
          {visible.map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div>
                <Link
                  to={sectionUrl("billing", { invoice: invoice.id })}
                  onClick={onLeave}
                  className="tabular inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
                >
                  {invoiceLabel(invoice)}
                </Link>
                <span className="tabular block text-13 text-muted">{formatDate(invoice.issued_date)}</span>
              </div>
              <div className="text-right">
                <span className="tabular block">{formatDollars(toCents(invoice.amount))}</span>
                <InvoiceBadges invoice={invoice} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {invoices.length > visible.length && (
        <Button size="small" className="mt-2" onClick={() => setIsExpanded(true)}>
          {`Show all ${invoices.length}`}
        </Button>
      )}
    </section>
  );
}
