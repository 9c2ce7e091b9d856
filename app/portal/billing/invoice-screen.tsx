import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownInvoiceQuery } from "#app/api/portal/invoice-detail.ts";
import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { InvoiceDocument } from "#app/components/invoices/invoice-document.tsx";
import { PrintButton } from "#app/components/invoices/print-button.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ReceiptText } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { invoicePayAction } from "#domain/invoices/invoice.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { sectionUrl } from "../section-url.ts";
import { PaymentLink } from "./payment-link.tsx";

/** One of the client's invoices, with its payments and refunds. */
export function InvoiceScreen({ id }: { id: string }) {
  const isValidId = isUuid(id);
  const invoice = useQuery({ ...ownInvoiceQuery(id), enabled: isValidId });
  const title = invoice.data ? invoiceTitle(invoice.data) : "Invoice";
  useEffect(() => {
    // Browsers suggest the title as the name of a printed PDF.
    document.title = `${title} – ${brand.name}`;
  }, [title]);
  return (
    <>
      <BackLink to={sectionUrl("billing")} label="All invoices" />
      {isValidId ? (
        <Loaded
          query={invoice}
          errorMessage="We couldn't load the invoice."
          loading={
            <>
              <PageHeader title="Invoice" />
              <Loading text="Loading invoice...">
                <div className="grid gap-6">
                  <Skeleton className="h-20" />
                  <Skeleton className="h-64" />
                </div>
              </Loading>
            </>
          }
        >
          {(detail) => (detail ? <InvoiceContent invoice={detail} /> : <InvoiceNotFound />)}
        </Loaded>
      ) : (
        <InvoiceNotFound />
      )}
    </>
  );
}

function InvoiceContent({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <InvoiceDocument
      invoice={invoice}
      action={
        <>
          <PrintButton />
          <PaymentLink
            invoice={invoice}
            layout="card"
            tone={invoicePayAction(invoice).kind === "pay" ? "primary" : "secondary"}
          />
        </>
      }
    />
  );
}

function InvoiceNotFound() {
  return (
    <>
      <PageHeader title="Invoice" />
      <EmptyState
        icon={<ReceiptText className="size-6" />}
        title="Invoice not found"
        hint="Choose an invoice from the list."
        action={<ButtonLink to={sectionUrl("billing")}>View all invoices</ButtonLink>}
      />
    </>
  );
}
