import { useMutation } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { fetchInvoicePdf } from "#app/api/shared/invoice-pdf.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { invoiceFileName } from "#domain/invoices/invoice-file-name.ts";

type InvoicePdfButtonProps = { area: Area; invoice: { id: string; invoice_number: string } };

/** Downloads an invoice as PDF. */
export function InvoicePdfButton({ area, invoice }: InvoicePdfButtonProps) {
  const showAlert = useAlert();
  const download = useMutation({
    mutationFn: () => fetchInvoicePdf(area, invoice.id),
    onSuccess: (bytes) => downloadFile(invoiceFileName(invoice), bytes),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't create the PDF. Try again.")),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Download PDF
    </Button>
  );
}
