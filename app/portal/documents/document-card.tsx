import type { DocumentRow } from "#app/api/shared/documents.ts";
import { formatDocumentDetails } from "#app/components/documents/document-details.ts";
import { DownloadButton } from "#app/components/documents/download-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { documentCategoryLabel } from "#domain/documents/document.ts";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";

type DocumentCardProps = {
  document: DocumentRow;
  onOpen: () => void;
};

export function DocumentCard({ document, onOpen }: DocumentCardProps) {
  const { name, version, scan_status } = document;
  const { label, tone } = scanStatusBadge(scan_status);
  return (
    <article className="flex h-full flex-col gap-3 rounded-medium border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-faint" />
        <h2 className="min-w-0 wrap-anywhere font-medium text-14">{name}</h2>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13 text-muted">
        <Badge tone="neutral">{documentCategoryLabel(document.category)}</Badge>
        <p className="tabular">{formatDocumentDetails(document)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isDownloadable(document) ? (
          <DownloadButton area="client" document={document} />
        ) : (
          <Badge tone={tone}>{label}</Badge>
        )}
        <Button size="small" tone="quiet" aria-label={`Details for ${name}`} onClick={onOpen}>
          Details
        </Button>
        {version > 1 && <p className="ml-auto text-13 text-muted">Version {version}</p>}
      </div>
    </article>
  );
}
