import type { ReactNode } from "react";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { hasSchedulePanel, nextPayment, parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { isPayable } from "#domain/invoices/invoice.ts";
import { processingNote, scheduledNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import type { Dollars } from "#domain/money/money.ts";
import { InvoiceBadges } from "./invoice-badges.tsx";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { LineItemTable } from "./line-item-table.tsx";
import { AcceptedMethods, NextPayment } from "./next-payment.tsx";
import { PaymentList } from "./payment-list.tsx";
import { PaymentScheduleSection } from "./payment-schedule-panel.tsx";
import { PrintedLetterhead } from "./printed-letterhead.tsx";

type InvoiceDocumentProps = {
  invoice: InvoiceDetail;
  /** Heading. Defaults to the name of the invoice. */
  title?: string;
  /** Buttons next to the title. */
  action: ReactNode;
  /** Menu with the other actions. */
  menu?: ReactNode;
  /** Payment link in the Next Payment box. */
  paymentLink?: ReactNode;
  /** Link to the client. By default, the company is shown only when printing. */
  client?: ReactNode;
  /** The customer in Square of an invoice that matched no client. Not printed. */
  billedTo?: ReactNode;
  /** Note below the due date, which is not printed. */
  dueNote?: ReactNode;
  /** Fees by payment id. If given, fees and net amounts are shown on screen but not printed. */
  fees?: ReadonlyMap<string, Dollars>;
};

/** Page with an invoice's dates, line items, totals, payment schedule, payments and refunds. Can be printed as an invoice. */
export function InvoiceDocument({
  invoice,
  title = invoiceTitle(invoice),
  action,
  menu,
  paymentLink,
  client,
  billedTo,
  dueNote,
  fees,
}: InvoiceDocumentProps) {
  const lineItems = parseLineItems(invoice.line_items);
  const isPrinting = useIsPrinting();
  const hasSchedule = hasSchedulePanel(parseSchedule(invoice.payment_schedule));
  const hasNextPayment = isPayable(invoice) || (hasSchedule && nextPayment(invoice) !== null);
  return (
    <div data-own-print-header="">
      <PrintedLetterhead invoice={invoice} />
      <PageHeader
        title={title}
        subtitle={
          <span className="print:hidden">
            <InvoiceBadges invoice={invoice} />
          </span>
        }
        action={action}
        menu={menu}
      />
      <div className="grid grid-cols-1 gap-8">
        <InvoiceNotes invoice={invoice} />
        {hasNextPayment ? (
          // The amount to pay is next to the details or, on narrow screens, above them.
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem] print:grid-cols-1">
            <NextPayment
              invoice={invoice}
              level="h2"
              className={classNames("lg:col-start-2 print:col-start-1", !hasSchedule && "print:hidden")}
            >
              <div className="mt-3 grid gap-3">
                {paymentLink}
                <AcceptedMethods storedMethods={invoice.accepted_payment_methods} />
              </div>
            </NextPayment>
            <div className="lg:col-start-1 lg:row-start-1 print:row-start-auto">
              <Details invoice={invoice} client={client} billedTo={billedTo} dueNote={dueNote} />
            </div>
          </div>
        ) : (
          <Details invoice={invoice} client={client} billedTo={billedTo} dueNote={dueNote} />
        )}
        {lineItems.length > 0 && <LineItemTable items={lineItems} />}
        <InvoiceSummary invoice={invoice} hasLineItems={lineItems.length > 0} />
        {hasSchedule && <PaymentScheduleSection invoice={invoice} />}
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

/** The label of a value that is not printed. */
const BILLED_TO = "Billed to";

function Details({
  invoice,
  client,
  billedTo,
  dueNote,
}: Pick<InvoiceDocumentProps, "invoice" | "client" | "billedTo" | "dueNote">) {
  const dueDate = visibleDueDate(invoice);
  const details: [label: string, value: ReactNode][] = [
    ["Description", invoice.description],
    ["Client", client],
    [BILLED_TO, billedTo],
    [
      invoice.is_scheduled ? "Scheduled for" : "Issued",
      invoice.issued_date && formatDate(invoice.issued_date),
    ],
    [
      "Due",
      dueDate && (
        <>
          {formatDate(dueDate)}
          {dueNote && <span className="block text-13 text-muted print:hidden">{dueNote}</span>}
        </>
      ),
    ],
    ["Service date", invoice.service_date && formatDate(invoice.service_date)],
    ["Paid on", invoice.paid_date && formatDate(invoice.paid_date)],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-4 text-14 sm:flex sm:flex-wrap sm:gap-x-8">
      {details
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div
            key={label}
            className={classNames(
              label === "Description" ? "col-span-full sm:w-full" : "min-w-0 sm:min-w-20",
              label === BILLED_TO && "wrap-anywhere max-sm:col-span-full print:hidden",
            )}
          >
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="tabular mt-0.5 wrap-break-word">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
