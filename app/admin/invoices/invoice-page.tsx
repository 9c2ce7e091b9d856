import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, type MetaFunction, useParams } from "react-router";
import { invoiceQuery, type PaymentFees } from "#app/api/admin/invoice-detail.ts";
import { squareLinksQuery } from "#app/api/admin/square-connection.ts";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { InvoiceDocument } from "#app/components/invoices/invoice-document.tsx";
import { InvoicePdfButton } from "#app/components/invoices/invoice-pdf-button.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ExternalLink, Printer, ReceiptText, UserPlus } from "#app/ui/icons.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { isRemindable } from "#domain/invoices/reminders/invoice-reminder.ts";
import { type Payer, payerLabel } from "#domain/square/payer.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { AssignDialog } from "./assign-dialog.tsx";
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

type InvoiceContentProps = {
  invoice: InvoiceDetail;
  fees: PaymentFees;
  payer: Payer | null;
  lastReminder: CalendarDate | null;
};

function InvoiceContent({ invoice, fees, payer, lastReminder }: InvoiceContentProps) {
  useRecordRecentPlace({
    to: `/admin/invoices/${invoice.id}`,
    label: invoiceLabel(invoice),
    hint: invoice.client?.company ?? "Unassigned",
  });
  const [isAssigning, setIsAssigning] = useState(false);
  return (
    <>
      <InvoiceDocument
        invoice={invoice}
        title={invoice.invoice_number ? `Invoice ${invoiceLabel(invoice)}` : invoiceLabel(invoice)}
        action={
          <>
            {!invoice.client_id && (
              <Button
                tone="primary"
                icon={<UserPlus aria-hidden="true" className="size-4" />}
                onClick={() => setIsAssigning(true)}
              >
                Assign client
              </Button>
            )}
            {isRemindable(invoice) && (
              <ReminderButton source={{ invoiceId: invoice.id }} label="Send reminder" tone="primary" />
            )}
            <InvoicePdfButton area="admin" invoice={invoice} />
          </>
        }
        menu={<InvoiceMenu invoice={invoice} />}
        client={<ClientLink invoice={invoice} />}
        billedTo={payer && payerLabel(payer)}
        dueNote={
          lastReminder && (
            <>
              Last reminder <span className="whitespace-nowrap">{formatDate(lastReminder)}</span>
            </>
          )
        }
        fees={fees}
      />
      {isAssigning && <AssignDialog invoice={invoice} payer={payer} onClose={() => setIsAssigning(false)} />}
    </>
  );
}

/** Prints the invoice, and opens its payment page and its page in Square. */
function InvoiceMenu({ invoice }: { invoice: InvoiceDetail }) {
  const links = useQuery(squareLinksQuery());
  const externalLinks = [
    { label: "Payment page", url: safePaymentUrl(invoice.square_payment_url) },
    { label: "View in Square", url: buildSquareUrl(links.data?.invoice, invoice.square_invoice_id) },
  ];
  const entries: MenuEntry[] = [
    {
      label: "Print",
      icon: <Printer aria-hidden="true" className="size-4" />,
      onSelect: () => window.print(),
    },
    ...externalLinks.flatMap(({ label, url }) =>
      url ? [{ label, icon: <ExternalLink aria-hidden="true" className="size-4" />, to: url }] : [],
    ),
  ];
  return <MoreMenu entries={entries} />;
}

function ClientLink({ invoice }: { invoice: InvoiceDetail }) {
  if (!invoice.client_id) {
    return <Badge tone="warning">Unassigned</Badge>;
  }
  return (
    <Link
      to={`/admin/clients/${invoice.client_id}`}
      className="inline-flex min-h-6 items-center rounded-small underline hover:text-accent"
    >
      {invoice.client?.company}
    </Link>
  );
}
