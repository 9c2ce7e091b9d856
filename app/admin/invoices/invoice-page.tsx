import { useQuery } from "@tanstack/react-query";
import { Link, type MetaFunction, useParams } from "react-router";
import { invoiceQuery, type PaymentFees } from "#app/api/admin/invoice-detail.ts";
import { squareLinksQuery } from "#app/api/admin/square-connection.ts";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { InvoiceDocument } from "#app/components/invoices/invoice-document.tsx";
import { InvoicePdfButton } from "#app/components/invoices/invoice-pdf-button.tsx";
import { PrintButton } from "#app/components/invoices/print-button.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ExternalLink, ReceiptText } from "#app/ui/icons.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { isRemindable } from "#domain/invoices/reminders/invoice-reminder.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ReminderButton } from "./reminder-button.tsx";

export const meta: MetaFunction = () => pageMeta("Invoice");

export default function InvoicePage() {
  const { invoiceId = "" } = useParams();
  const invoice = useQuery({ ...invoiceQuery(invoiceId), enabled: isUuid(invoiceId) });
  return (
    <RecordPage
      id={invoiceId}
      query={invoice}
      noun="invoice"
      title="Invoice"
      list={{ to: "/admin/invoices", label: "All invoices" }}
      skeleton={
        <div className="grid gap-6">
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </div>
      }
      notFound={{
        icon: <ReceiptText className="size-6" />,
        hint: "Choose an invoice from the list",
        action: "View all invoices",
      }}
    >
      {(loaded) => <InvoiceContent {...loaded} />}
    </RecordPage>
  );
}

type InvoiceContentProps = { invoice: InvoiceDetail; fees: PaymentFees; lastReminder: CalendarDate | null };

function InvoiceContent({ invoice, fees, lastReminder }: InvoiceContentProps) {
  useRecordRecentPlace({
    to: `/admin/invoices/${invoice.id}`,
    label: invoiceLabel(invoice),
    hint: invoice.client?.company ?? "Unassigned",
  });
  return (
    <InvoiceDocument
      invoice={invoice}
      action={
        <>
          {isRemindable(invoice) && (
            <ReminderButton source={{ invoiceId: invoice.id }} label="Send reminder" />
          )}
          <InvoicePdfButton area="admin" invoice={invoice} />
          <PrintButton />
          <SquareLinks invoice={invoice} />
        </>
      }
      client={<ClientLink invoice={invoice} />}
      dueNote={
        lastReminder && (
          <>
            Last reminder <span className="whitespace-nowrap">{formatDate(lastReminder)}</span>
          </>
        )
      }
      fees={fees}
    />
  );
}

function SquareLinks({ invoice }: { invoice: InvoiceDetail }) {
  const links = useQuery(squareLinksQuery());
  const squareUrl = buildSquareUrl(links.data?.invoice, invoice.square_invoice_id);
  const paymentUrl = safePaymentUrl(invoice.square_payment_url);
  const targets = [
    { label: "Payment page", url: paymentUrl },
    { label: "View in Square", url: squareUrl },
  ];
  return targets.map(
    ({ label, url }) =>
      url && (
        <ButtonLink key={label} to={url} aria-label={`${label} (opens in a new tab)`}>
          {label}
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </ButtonLink>
      ),
  );
}

function ClientLink({ invoice }: { invoice: InvoiceDetail }) {
  if (!invoice.client_id) {
    return <Badge tone="warning">Unassigned</Badge>;
  }
  return (
    <Link
      to={`/admin/clients/${invoice.client_id}`}
      className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
    >
      {invoice.client?.company}
    </Link>
  );
}
