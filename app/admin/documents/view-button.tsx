import { useMutation } from "@tanstack/react-query";
import { getDocumentLink } from "#app/api/shared/document-file.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { downloadErrorMessage } from "#app/components/documents/use-download.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Eye } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { isDownloadable } from "#domain/documents/document-scan.ts";

/** Opens a document in a new tab. */
export function ViewButton({ document }: { document: DocumentRow }) {
  const view = useViewDocument(document);
  if (!isDownloadable(document)) {
    return null;
  }
  return (
    <Tooltip label="View">
      <IconButton label={`View ${document.name}`} disabled={view.isPending} onClick={() => view.mutate()}>
        <Eye aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}

/**
 * Opens a document in a new tab. Images are displayed; other files are downloaded, because browsers don't
 * display PDFs in the sandbox that the server sets for uploads. The details dialog has a PDF preview.
 */
export function useViewDocument(document: DocumentRow) {
  const showAlert = useAlert();
  const disposition = document.mime_type.startsWith("image/") ? "inline" : "attachment";
  return useMutation({
    mutationFn: () => getDocumentLink("admin", document.id, disposition),
    onSuccess: ({ downloadUrl }) => openTab(downloadUrl),
    onError: (error) => void showAlert(downloadErrorMessage(error)),
  });
}

/** Uses a link instead of `window.open()`, so that the browser closes the tab after a download. */
function openTab(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
}
