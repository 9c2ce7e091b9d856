import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { documentLink } from "#app/api/document-file.ts";
import type { DocumentRow } from "#app/api/documents.ts";
import { wordsOfDownloadFailure } from "#app/components/documents/use-download.ts";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { isDownloadable } from "#domain/document-scan.ts";

/**
 * Opens a document in a new tab, which shows a picture and saves everything else: browsers refuse to draw a PDF in the
 * sandbox that uploads are answered in. The details of a document show it in the page.
 */
export function ViewButton({ document }: { document: DocumentRow }) {
  const showAlert = useAlert();
  const purpose = document.mime_type.startsWith("image/") ? "inline" : "attachment";
  const view = useMutation({
    mutationFn: () => documentLink("admin", document.id, purpose),
    onSuccess: ({ downloadUrl }) => openTab(downloadUrl),
    onError: (error) => void showAlert(wordsOfDownloadFailure(error)),
  });
  if (!isDownloadable(document)) return null;
  return (
    <Tooltip label="View">
      <IconButton label={`View ${document.name}`} disabled={view.isPending} onClick={() => view.mutate()}>
        <Eye aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}

/** By a link, not window.open(): a tab that only saves then closes by itself. */
function openTab(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
}
