import type { ReactNode } from "react";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { hasSchedulePanel, parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { isPayable } from "#domain/invoices/invoice.ts";
import { processingNote, scheduledNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import type { Dollars } from "#domain/money/money.ts";
import { AmountDue } from "./amount-due.tsx";
import { InvoiceBadges } from "./invoice-badges.tsx";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { LineItemTable } from "./line-item-table.tsx";
import { PaymentList } from "./payment-list.tsx";
import { PaymentSchedulePanel } from "./payment-schedule-panel.tsx";
import { PrintedLetterhead } from "./printed-letterhead.tsx";

type InvoiceDocumentProps = {
  invoice: InvoiceDetail;
  /** Buttons next to the title. */
  action: ReactNode;
  /** Link to the client. By default, the company is shown only when printing. */
  client?: ReactNode;
  /** Fees by payment id. If given, fees and net amounts are shown on screen but not printed. */
  fees?: ReadonlyMap<string, Dollars>;
};

/** Page with an invoice's dates, line items, totals, payment schedule, payments and refunds. Can be printed as an invoice. */
export function InvoiceDocument({ invoice, action, client, fees }: InvoiceDocumentProps) {
  const lineItems = parseLineItems(invoice.line_items);
  const isPrinting = useIsPrinting();
  const today = firmToday(new Date());
  return (
    <div data-own-print-header="">
      <PrintedLetterhead invoice={invoice} />
      <PageHeader
        title={invoiceTitle(invoice)}
        subtitle={
          <span className="print:hidden">
            <InvoiceBadges invoice={invoice} />
          </span>
        }
        action={action}
      />
      <div className="grid grid-cols-1 gap-8">
        {isPayable(invoice) && <AmountDue invoice={invoice} today={today} className="print:hidden" />}
        <InvoiceNotes invoice={invoice} />
        <Details invoice={invoice} client={client} />
        {lineItems.length > 0 && <LineItemTable items={lineItems} />}
        <InvoiceSummary invoice={invoice} hasLineItems={lineItems.length > 0} />
        {hasSchedulePanel(parseSchedule(invoice.payment_schedule)) && (
          <PaymentSchedulePanel id="payment-schedule" invoice={invoice} level="h2" />
        )}
        <PaymentList invoice={invoice} fees={isPrinting ? undefined : fees} />
      </div>
    </div>
  );
}

function InvoiceNotes({ invoice }: { invoice: InvoiceDetail }) {
  const processing = processingNote([invoice]);
  const scheduled = scheduledNote(invoice);
  return (
    <>
      {processing && <Banner tone="info">{`${processing} The invoice is updated when it completes.`}</Banner>}
      {scheduled && <Banner tone="info">{`This invoice is scheduled. ${scheduled}`}</Banner>}
    </>
  );
}

function Details({ invoice, client }: { invoice: InvoiceDetail; client: ReactNode }) {
  const dueDate = visibleDueDate(invoice);
  const details: [label: string, value: ReactNode][] = [
    ["Description", invoice.description],
    ["Client", client],
    [
      invoice.is_scheduled ? "Scheduled for" : "Issued",
      invoice.issued_date && formatDate(invoice.issued_date),
    ],
    ["Due", dueDate && formatDate(dueDate)],
    ["Service date", invoice.service_date && formatDate(invoice.service_date)],
    ["Paid on", invoice.paid_date && formatDate(invoice.paid_date)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 text-14 sm:grid-cols-4">
      {details
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className={label === "Description" ? "col-span-full" : "min-w-0"}>
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="tabular mt-0.5 wrap-break-word">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
