import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";

type DownloadPdfButtonProps = { fileName: string; fetchPdf: () => Promise<Blob> };

export function DownloadPdfButton({ fileName, fetchPdf }: DownloadPdfButtonProps) {
  const showAlert = useAlert();
  const download = useMutation({
    mutationFn: fetchPdf,
    onSuccess: (bytes) => downloadFile(fileName, bytes),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't download the PDF. Try again.")),
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
