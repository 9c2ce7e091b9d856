import type { InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { brand } from "#brand";
import { invoiceStamp } from "#domain/invoices/invoice-stamp.ts";

/** The firm, the client and the status of an invoice. Visible only when printing. */
export function PrintedLetterhead({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <div className="mb-6 hidden text-14 print:block">
      <div className="flex items-start justify-between gap-8 border-line border-b pb-4">
        <address className="shrink-0 whitespace-pre-line not-italic">
          <strong className="text-18">{brand.name}</strong>
          {`\n${[...brand.postalAddress, brand.contactEmail].join("\n")}`}
        </address>
        <p className="text-right font-semibold text-18">{invoiceStamp(invoice)}</p>
      </div>
      {invoice.client && (
        <address className="mt-4 whitespace-pre-line not-italic">
          {["Bill to", invoice.client.company, invoice.client.contact_person, invoice.client.address]
            .filter(Boolean)
            .join("\n")}
        </address>
      )}
    </div>
  );
}
