import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ownInvoiceQuery } from "#app/api/portal/invoice-detail.ts";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { InvoiceDocument } from "#app/components/invoices/invoice-document.tsx";
import { InvoicePdfButton } from "#app/components/invoices/invoice-pdf-button.tsx";
import { PrintButton } from "#app/components/invoices/print-button.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ReceiptText } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { invoicePayAction } from "#domain/invoices/invoice.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { describeNewPayments } from "#domain/invoices/payments/new-payments.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { sectionUrl } from "../section-url.ts";
import { NewPaymentBanners } from "./new-payments.tsx";
import { PaymentLink } from "./payment-link.tsx";

/** One of the client's invoices, with its payments and refunds. */
export function InvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery({ ...ownInvoiceQuery(id), enabled: isUuid(id) });
  const title = invoice.data ? invoiceTitle(invoice.data) : "Invoice";
  useEffect(() => {
    // Browsers suggest the title as the name of a printed PDF.
    document.title = `${title} – ${brand.name}`;
  }, [title]);
  return (
    <RecordPage
      id={id}
      query={invoice}
      noun="invoice"
      title="Invoice"
      list={{ to: sectionUrl("billing"), label: "All invoices" }}
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
      {(detail) => <InvoiceContent invoice={detail} />}
    </RecordPage>
  );
}

function InvoiceContent({ invoice }: { invoice: InvoiceDetail }) {
  const [initial] = useState(invoice);
  const canPay = invoicePayAction(invoice).kind === "pay";
  return (
    <>
      <NewPaymentBanners messages={describeNewPayments([initial], [invoice])} hasLinks={false} />
      <InvoiceDocument
        invoice={invoice}
        paymentLink={canPay && <PaymentLink invoice={invoice} tone="primary" />}
        action={
          <>
            <InvoicePdfButton area="client" invoice={invoice} />
            <span className="max-sm:hidden">
              <PrintButton />
            </span>
            {!canPay && <PaymentLink invoice={invoice} layout="card" tone="secondary" />}
          </>
        }
      />
    </>
  );
}
