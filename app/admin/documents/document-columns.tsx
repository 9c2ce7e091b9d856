import type { ListedDocument } from "#app/api/admin/documents.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { History } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { documentCategoryLabel, fileTypeLabel, formatFileSize } from "#domain/documents/document.ts";
import { scanStatusBadge } from "#domain/documents/document-scan.ts";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { ViewButton } from "./view-button.tsx";

/** Columns of the document library. `onOpen` opens the dialog with the preview, versions and download log. */
export function createDocumentColumns(
  onOpen: (document: ListedDocument) => void,
): ReadonlyArray<ListColumn<ListedDocument>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    {
      key: "name",
      header: "Document",
      cell: (document) => (
        <>
          <span className="wrap-anywhere">{document.name}</span>
          <span className="block font-normal text-13 text-muted">
            {fileTypeLabel(document.mime_type)}
            {document.version > 1 && ` · Version ${document.version}`}
          </span>
        </>
      ),
    },
    { key: "client", header: "Client", cell: (document) => document.clients?.company ?? "—" },
    { key: "category", header: "Category", cell: (document) => documentCategoryLabel(document.category) },
    {
      key: "size",
      header: "Size",
      align: "end",
      cell: (document) => <span className="whitespace-nowrap">{formatFileSize(document.file_size)}</span>,
    },
    {
      key: "uploaded",
      header: "Uploaded",
      cell: (document) => (
        <span className="whitespace-nowrap">{formatInstantDate(document.uploaded_at, timeZone)}</span>
      ),
    },
    {
      key: "scan",
      header: "Scan",
      cell: (document) => {
        const { label, tone } = scanStatusBadge(document.scan_status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (document) => (
        <>
          <ViewButton document={document} />
          <Tooltip label="Details">
            <IconButton label={`Details for ${document.name}`} onClick={() => onOpen(document)}>
              <History aria-hidden="true" className="size-4" />
            </IconButton>
          </Tooltip>
          <DeleteButton document={document} allVersions={document.scan_status !== "quarantined"} />
        </>
      ),
    },
  ];
}
