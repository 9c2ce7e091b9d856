import type { Area } from "#app/api/client/area.ts";
import { fetchInvoicePdf } from "#app/api/shared/invoice-pdf.ts";
import { DownloadPdfButton } from "#app/components/download-pdf-button.tsx";
import { invoiceFileName } from "#domain/invoices/invoice-file-name.ts";

type InvoicePdfButtonProps = { area: Area; invoice: { id: string; invoice_number: string } };

export function InvoicePdfButton({ area, invoice }: InvoicePdfButtonProps) {
  return (
    <DownloadPdfButton
      fileName={invoiceFileName(invoice)}
      fetchPdf={() => fetchInvoicePdf(area, invoice.id)}
    />
  );
}
