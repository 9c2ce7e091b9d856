import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { OwnInvoice } from "#app/api/invoices.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type Column, Table } from "#app/ui/table.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { invoiceStatus, partPaidNote } from "#domain/invoice.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { hasSchedulePanel, parseSchedule } from "#domain/payment-schedule.ts";
import { invoiceTitle } from "./invoice-title.ts";
import { PaymentLink } from "./payment-link.tsx";
import { PaymentSchedulePanel } from "./payment-schedule-panel.tsx";

const facts: ReadonlyArray<Column<OwnInvoice>> = [
  {
    key: "number",
    header: "Invoice",
    cell: (invoice) => <span className="tabular whitespace-nowrap">{invoice.invoice_number || "—"}</span>,
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
      const note = partPaidNote([invoice]);
      return (
        <>
          <span className="block">{formatDollars(toCents(invoice.amount))}</span>
          {note && <span className="block text-13 text-muted lg:min-w-32 xl:whitespace-nowrap">{note}</span>}
        </>
      );
    },
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status }) => <Badge tone={invoiceStatus(status).tone}>{invoiceStatus(status).label}</Badge>,
  },
];

export function InvoiceTable({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());

  function toggle(id: string) {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  }

  const columns: ReadonlyArray<Column<OwnInvoice>> = [
    ...facts,
    {
      key: "acts",
      header: "Actions",
      isActions: true,
      cell: (invoice, place) => (
        <div className="flex flex-wrap gap-2 lg:max-xl:flex-col xl:flex-nowrap">
          {hasSchedulePanel(parseSchedule(invoice.payment_schedule)) && (
            <Button
              size="small"
              tone={place === "card" ? "secondary" : "quiet"}
              aria-expanded={opened.has(invoice.id)}
              aria-controls={opened.has(invoice.id) ? panelId(invoice) : undefined}
              aria-label={`Payment Schedule of ${invoiceTitle(invoice)}`}
              onClick={() => toggle(invoice.id)}
            >
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                Payment Schedule
                <ChevronDown
                  aria-hidden="true"
                  className={classNames(
                    "size-4 transition-transform",
                    opened.has(invoice.id) && "rotate-180",
                  )}
                />
              </span>
            </Button>
          )}
          <PaymentLink invoice={invoice} place={place} size="small" className="min-w-24 whitespace-nowrap" />
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
      detail={(invoice) =>
        opened.has(invoice.id) && <PaymentSchedulePanel id={panelId(invoice)} invoice={invoice} />
      }
    />
  );
}

function panelId(invoice: OwnInvoice): string {
  return `schedule-${invoice.id}`;
}
