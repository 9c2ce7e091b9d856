import { useState } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { InvoiceAmount } from "#app/components/invoices/invoice-amount.tsx";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { PaymentSchedulePanel } from "#app/components/invoices/payment-schedule-panel.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { useCellLayout } from "#app/ui/data-display/use-cell-layout.ts";
import { partlyProcessingNote, scheduledNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { sectionUrl } from "../section-url.ts";
import { InvoiceDueDate } from "./invoice-due-date.tsx";
import { InvoiceRows } from "./invoice-rows.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { ScheduleButton } from "./schedule-button.tsx";

const LABEL = "Recent Invoices";

/** The columns between the number and the actions. */
const DATA_COLUMNS: ReadonlyArray<Column<OwnInvoice>> = [
  {
    key: "description",
    header: "Description",
    isLongText: true,
    minWidth: 880,
    cell: (invoice) => <span className="line-clamp-2">{invoice.description || "—"}</span>,
  },
  { key: "due", header: "Due Date", cell: (invoice) => <InvoiceDueDate invoice={invoice} /> },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
  {
    key: "status",
    header: "Status",
    cell: (invoice) => {
      const note = statusNote(invoice);
      return (
        <>
          <InvoiceBadges invoice={invoice} />
          {note && <span className="block text-13 text-muted max-w-44">{note}</span>}
        </>
      );
    },
  },
];

export function InvoiceTable({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const layout = useCellLayout(660);

  function toggle(id: string) {
    const next = new Set(expandedIds);
    if (!next.delete(id)) {
      next.add(id);
    }
    setExpandedIds(next);
  }

  function renderScheduleButton(invoice: OwnInvoice) {
    return (
      <ScheduleButton
        invoice={invoice}
        panelId={getPanelId(invoice)}
        isExpanded={expandedIds.has(invoice.id)}
        layout={layout}
        onToggle={() => toggle(invoice.id)}
      />
    );
  }

  function renderPaymentLink(invoice: OwnInvoice) {
    return (
      <PaymentLink invoice={invoice} layout={layout} size="small" className="min-w-24 whitespace-nowrap" />
    );
  }

  function renderDetail(invoice: OwnInvoice) {
    return expandedIds.has(invoice.id) && <PaymentSchedulePanel id={getPanelId(invoice)} invoice={invoice} />;
  }

  if (layout === "card") {
    return (
      <InvoiceRows
        label={LABEL}
        invoices={invoices}
        note={statusNote}
        actions={(invoice) => (
          <>
            {renderScheduleButton(invoice)}
            {renderPaymentLink(invoice)}
          </>
        )}
        detail={renderDetail}
      />
    );
  }
  const columns: ReadonlyArray<Column<OwnInvoice>> = [
    {
      key: "number",
      header: "Invoice",
      headerContent: <span className="pl-9 pointer-coarse:pl-13">Invoice</span>,
      isLongText: true,
      cell: (invoice, _, hiddenKeys) => (
        <div className="flex items-center gap-2">
          <span className="w-7 shrink-0 pointer-coarse:w-11">{renderScheduleButton(invoice)}</span>
          <div>
            <Link
              to={sectionUrl("billing", { invoice: invoice.id })}
              className="row-link tabular inline-flex min-h-6 items-center whitespace-nowrap rounded-small hover:text-accent hover:underline"
            >
              {invoice.invoice_number || invoiceTitle(invoice)}
            </Link>
            {hiddenKeys.has("description") && (
              <span className="line-clamp-3 font-normal text-13 text-muted">{invoice.description}</span>
            )}
          </div>
        </div>
      ),
    },
    ...DATA_COLUMNS,
    { key: "actions", header: "Actions", isActions: true, cell: renderPaymentLink },
  ];
  return (
    <Table
      layout={layout}
      label={LABEL}
      columns={columns}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      renderDetail={renderDetail}
    />
  );
}

function statusNote(invoice: OwnInvoice): string | null {
  return partlyProcessingNote(invoice) ?? scheduledNote(invoice);
}

function getPanelId(invoice: OwnInvoice): string {
  return `schedule-${invoice.id}`;
}
