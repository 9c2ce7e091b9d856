import type { ListedDocument } from "#app/api/admin/documents.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { documentCategoryLabel, fileFormatLabel, formatFileSize } from "#domain/documents/document.ts";
import { scanStatusBadge } from "#domain/documents/document-scan.ts";
import { RecordName } from "../lists/record-name.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { DocumentActions } from "./document-actions.tsx";

/**
 * Columns of the document library. `onOpen` opens the dialog with the preview, versions and download log. Without a
 * scanner, the column with scan results is omitted.
 */
export function createDocumentColumns(
  onOpen: (document: ListedDocument) => void,
  { showsScans }: { showsScans: boolean },
): ReadonlyArray<ListColumn<ListedDocument>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    {
      key: "name",
      header: "Document",
      isLongText: true,
      cell: (document) => (
        <>
          <RecordName name={document.name} />
          <span className="block font-normal text-13 text-muted">
            {fileFormatLabel(document.mime_type)}
            {document.version > 1 && ` · Version ${document.version}`}
            {document.is_internal && " · Internal"}
          </span>
        </>
      ),
    },
    {
      key: "client",
      header: "Client",
      cell: ({ clients }) => (clients ? <RecordName name={clients.company} /> : "—"),
    },
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
        <span className="whitespace-nowrap">
          {formatRelativeTime(document.uploaded_at, new Date(), timeZone)}
        </span>
      ),
    },
    ...(showsScans ? [SCAN_COLUMN] : []),
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      // Cards have a menu in their first line.
      cell: (document, layout) =>
        layout === "table" && <DocumentActions document={document} onOpen={() => onOpen(document)} />,
    },
  ];
}

const SCAN_COLUMN: ListColumn<ListedDocument> = {
  key: "scan",
  header: "Scan",
  cell: ({ scan_status: status }) => {
    const { label, tone } = scanStatusBadge(status);
    return status === "unscanned" ? "—" : <Badge tone={tone}>{label}</Badge>;
  },
};
