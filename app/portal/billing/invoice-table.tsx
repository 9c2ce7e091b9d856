import { useState } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { PaymentSchedulePanel } from "#app/components/invoices/payment-schedule-panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { partiallyPaidNote } from "#domain/invoices/invoice.ts";
import { processingNote, refundedNote, scheduledNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { hasSchedulePanel, parseSchedule } from "#domain/invoices/payment-schedule.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { sectionUrl } from "../section-url.ts";
import { PaymentLink } from "./payment-link.tsx";

const DATA_COLUMNS: ReadonlyArray<Column<OwnInvoice>> = [
  {
    key: "number",
    header: "Invoice",
    cell: (invoice) => (
      <Link
        to={sectionUrl("billing", { invoice: invoice.id })}
        className="tabular whitespace-nowrap rounded-small hover:text-accent hover:underline"
      >
        {invoice.invoice_number || invoiceTitle(invoice)}
      </Link>
    ),
  },
  {
    key: "description",
    header: "Description",
    cell: (invoice) => <span className="line-clamp-2">{invoice.description || "—"}</span>,
  },
  {
    key: "due",
    header: "Due Date",
    cell: (invoice) => <span className="tabular whitespace-nowrap">{formatDate(invoice.due_date)}</span>,
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: (invoice) => {
      const note = partiallyPaidNote([invoice]) ?? refundedNote(invoice);
      return (
        <>
          <span className="block">{formatDollars(toCents(invoice.amount))}</span>
          {note && <span className="block text-13 text-muted lg:min-w-32 xl:min-w-48">{note}</span>}
        </>
      );
    },
  },
  {
    key: "status",
    header: "Status",
    cell: (invoice) => (
      <>
        <InvoiceBadges invoice={invoice} />
        {invoiceNote(invoice) && (
          <span className="block text-13 text-muted lg:max-w-44">{invoiceNote(invoice)}</span>
        )}
      </>
    ),
  },
];

export function InvoiceTable({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());

  function toggle(id: string) {
    const next = new Set(expandedIds);
    if (!next.delete(id)) {
      next.add(id);
    }
    setExpandedIds(next);
  }

  const columns: ReadonlyArray<Column<OwnInvoice>> = [
    ...DATA_COLUMNS,
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (invoice, layout) => (
        <div className="flex flex-wrap gap-2 lg:max-xl:flex-col xl:flex-nowrap">
          {hasSchedulePanel(parseSchedule(invoice.payment_schedule)) && (
            <Button
              size="small"
              tone={layout === "card" ? "secondary" : "quiet"}
              aria-expanded={expandedIds.has(invoice.id)}
              aria-controls={expandedIds.has(invoice.id) ? getPanelId(invoice) : undefined}
              aria-label={`Payment Schedule for ${invoiceTitle(invoice)}`}
              onClick={() => toggle(invoice.id)}
            >
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                Payment Schedule
                <ChevronDown
                  aria-hidden="true"
                  className={classNames(
                    "size-4 transition-transform",
                    expandedIds.has(invoice.id) && "rotate-180",
                  )}
                />
              </span>
            </Button>
          )}
          <PaymentLink
            invoice={invoice}
            layout={layout}
            size="small"
            className="min-w-24 whitespace-nowrap"
          />
        </div>
      ),
    },
  ];

  return (
    <Table
      label="Recent Invoices"
      columns={columns}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      cardsBelow="lg"
      renderDetail={(invoice) =>
        expandedIds.has(invoice.id) && <PaymentSchedulePanel id={getPanelId(invoice)} invoice={invoice} />
      }
    />
  );
}

function invoiceNote(invoice: OwnInvoice): string | null {
  return processingNote([invoice]) ?? scheduledNote(invoice);
}

function getPanelId(invoice: OwnInvoice): string {
  return `schedule-${invoice.id}`;
}
