import { History } from "lucide-react";
import type { ListedDocument } from "#app/api/admin-documents.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { documentCategory, fileSize, fileTypeLabel } from "#domain/document.ts";
import { scanState } from "#domain/document-scan.ts";
import { formatDay } from "#domain/relative-time.ts";
import { DeleteButton } from "./delete-button.tsx";
import { ViewButton } from "./view-button.tsx";

type DocumentTableProps = {
  documents: readonly ListedDocument[];
  /** Shows a document's preview, versions and downloads. */
  onOpen: (document: ListedDocument) => void;
};

export function DocumentTable({ documents, onOpen }: DocumentTableProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const columns: ReadonlyArray<Column<ListedDocument>> = [
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
    { key: "category", header: "Category", cell: (document) => documentCategory(document.category) },
    {
      key: "size",
      header: "Size",
      align: "end",
      cell: (document) => <span className="whitespace-nowrap">{fileSize(document.file_size)}</span>,
    },
    {
      key: "uploaded",
      header: "Uploaded",
      cell: (document) => (
        <span className="whitespace-nowrap">{formatDay(document.uploaded_at, timeZone)}</span>
      ),
    },
    {
      key: "scan",
      header: "Scan",
      cell: (document) => {
        const { label, tone } = scanState(document.scan_state);
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
            <IconButton label={`Details of ${document.name}`} onClick={() => onOpen(document)}>
              <History aria-hidden="true" className="size-4" />
            </IconButton>
          </Tooltip>
          <DeleteButton document={document} isWhole={document.scan_state !== "quarantined"} />
        </>
      ),
    },
  ];
  return (
    <Table label="Documents" cardsBelow="lg" columns={columns} rows={documents} rowKey={({ id }) => id} />
  );
}
