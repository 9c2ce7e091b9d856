import { FileText } from "lucide-react";
import type { DocumentRow } from "#app/api/documents.ts";
import { documentFacts } from "#app/components/documents/document-facts.ts";
import { DownloadButton } from "#app/components/documents/download-button.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { documentCategory } from "#domain/document.ts";
import { isDownloadable, scanState } from "#domain/document-scan.ts";

type DocumentCardProps = {
  document: DocumentRow;
  /** Shows the document's preview, versions and downloads. */
  onOpen: () => void;
};

export function DocumentCard({ document, onOpen }: DocumentCardProps) {
  const { name, version, scan_state } = document;
  const { label, tone } = scanState(scan_state);
  return (
    <article className="flex h-full flex-col gap-3 rounded-medium border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-faint" />
        <h2 className="min-w-0 wrap-anywhere font-medium text-14">{name}</h2>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13 text-muted">
        <Badge tone="neutral">{documentCategory(document.category)}</Badge>
        <p className="tabular">{documentFacts(document)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isDownloadable(document) ? (
          <DownloadButton house="client" document={document} />
        ) : (
          <Badge tone={tone}>{label}</Badge>
        )}
        <Button size="small" tone="quiet" aria-label={`Details of ${name}`} onClick={onOpen}>
          Details
        </Button>
        {version > 1 && <p className="ml-auto text-13 text-muted">Version {version}</p>}
      </div>
    </article>
  );
}
