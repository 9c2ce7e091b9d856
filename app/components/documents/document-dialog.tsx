import type { ReactNode } from "react";
import type { DocumentRow } from "#app/api/documents.ts";
import type { House } from "#app/api/house.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { documentCategory, isPreviewable } from "#domain/document.ts";
import { isDownloadable, scanState } from "#domain/document-scan.ts";
import { documentFacts } from "./document-facts.ts";
import { DocumentPreview } from "./document-preview.tsx";
import { DownloadLog } from "./download-log.tsx";
import { VersionList } from "./version-list.tsx";

type DocumentDialogProps = {
  house: House;
  document: DocumentRow;
  onClose: () => void;
  /** What else can be done with one of its versions. */
  actions?: (version: DocumentRow) => ReactNode;
};

/** What there is to know of a document: how it looks, its versions, and who fetched it when. */
export function DocumentDialog({ house, document, onClose, actions }: DocumentDialogProps) {
  const { label, tone } = scanState(document.scan_state);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={document.name}
      description={`${documentCategory(document.category)} · ${documentFacts(document)}`}
    >
      <div className="grid gap-6 pb-3">
        <p>
          <Badge tone={tone}>{label}</Badge>
          {house === "admin" && document.scan_finding && (
            <span className="ml-3 text-13 text-muted">{document.scan_finding}</span>
          )}
        </p>
        {isDownloadable(document) && isPreviewable(document.mime_type) && (
          <DocumentPreview house={house} document={document} />
        )}
        <VersionList house={house} document={document} actions={actions} />
        <DownloadLog house={house} document={document} />
      </div>
    </Dialog>
  );
}
