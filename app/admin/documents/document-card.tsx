import type { ListedDocument } from "#app/api/admin/documents.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { documentCategoryLabel, fileFormatLabel, formatFileSize } from "#domain/documents/document.ts";
import { scanStatusBadge } from "#domain/documents/document-scan.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { DocumentMenu } from "./document-actions.tsx";

type DocumentCardProps = { document: ListedDocument; onOpen: () => void; showsScans: boolean };

/** A document on a narrow screen, whose name opens the details. */
export function DocumentCard({ document, onOpen, showsScans }: DocumentCardProps) {
  const { name, clients, version, is_internal: isInternal, scan_status: scanStatus } = document;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const scan = showsScans && scanStatus !== "unscanned" ? scanStatusBadge(scanStatus) : null;
  return (
    <RecordCard
      title={
        <button
          type="button"
          aria-label={`Details for ${name}`}
          onClick={onOpen}
          className="min-h-6 rounded-small text-left hover:text-accent hover:underline"
        >
          <RecordName name={name} />
        </button>
      }
      owner={clients && <RecordName name={clients.company} />}
      menu={<DocumentMenu document={document} />}
      status={scan && <Badge tone={scan.tone}>{scan.label}</Badge>}
    >
      <CardDetail value={`${documentCategoryLabel(document.category)}${isInternal ? " · Internal" : ""}`} />
      <CardDetail
        value={`${fileFormatLabel(document.mime_type)}${version > 1 ? ` · Version ${version}` : ""}`}
      />
      <CardDetail value={formatFileSize(document.file_size)} />
      <CardDetail label="Uploaded" value={formatRelativeTime(document.uploaded_at, new Date(), timeZone)} />
    </RecordCard>
  );
}
