import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { documentCategoryLabel, isPreviewable } from "#domain/documents/document.ts";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { formatDocumentDetails } from "./document-details.ts";
import { DocumentPreview } from "./document-preview.tsx";
import { DownloadLog } from "./download-log.tsx";
import { VersionList } from "./version-list.tsx";

export type DocumentDialogProps = {
  area: Area;
  document: DocumentRow;
  onClose: () => void;
  /** Additional actions for a version. */
  actions?: (version: DocumentRow) => ReactNode;
  /** Names the member who downloaded a document. Required in the portal. */
  formatMemberName?: (userId: string | null) => string;
};

/** Dialog with a document's preview, versions and download log. */
export function DocumentDialog({ area, document, onClose, actions, formatMemberName }: DocumentDialogProps) {
  const { label, tone } = scanStatusBadge(document.scan_status);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={document.name}
      description={`${documentCategoryLabel(document.category)} · ${formatDocumentDetails(document)}`}
    >
      <div className="grid gap-6 pb-3">
        {document.is_internal && <p className="text-14 text-muted">Internal. Not visible to the client.</p>}
        {document.scan_status !== "unscanned" && (
          <p>
            <Badge tone={tone}>{label}</Badge>
            {area === "admin" && document.scan_detail && (
              <span className="ml-3 text-13 text-muted">{document.scan_detail}</span>
            )}
          </p>
        )}
        {isDownloadable(document) && isPreviewable(document.mime_type) && (
          <DocumentPreview area={area} document={document} />
        )}
        <VersionList area={area} document={document} actions={actions} />
        <DownloadLog area={area} document={document} formatMemberName={formatMemberName} />
      </div>
    </Dialog>
  );
}
