import { useRef } from "react";
import type { ListedDocument } from "#app/api/admin/documents.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Eye, History, Share2, Trash2 } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { isDownloadable } from "#domain/documents/document-scan.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { DeleteButton, useDocumentDeletion } from "./delete-button.tsx";
import { ShareButton, useShareDocument } from "./share-button.tsx";
import { useViewDocument, ViewButton } from "./view-button.tsx";

type DocumentActionsProps = { document: ListedDocument; onOpen: () => void };

/** Icon buttons of a row in the table. */
export function DocumentActions({ document, onOpen }: DocumentActionsProps) {
  return (
    <>
      {document.is_internal && <ShareButton document={document} />}
      <ViewButton document={document} />
      <Tooltip label="Details">
        <IconButton label={`Details for ${document.name}`} onClick={onOpen}>
          <History aria-hidden="true" className="size-4" />
        </IconButton>
      </Tooltip>
      <DeleteButton document={document} allVersions={deletesAllVersions(document)} />
    </>
  );
}

/** Menu of a card. */
export function DocumentMenu({ document }: { document: ListedDocument }) {
  const share = useShareDocument(document);
  const container = useRef<HTMLDivElement>(null);
  const view = useViewDocument(document);
  const deletion = useDocumentDeletion({ document, allVersions: deletesAllVersions(document) }, container);
  const viewEntry = {
    label: "View",
    icon: <Eye aria-hidden="true" className="size-4" />,
    onSelect: () => view.mutate(),
  };
  const shareEntry = {
    label: "Share with client",
    icon: <Share2 aria-hidden="true" className="size-4" />,
    onSelect: () => void share(),
  };
  return (
    <div ref={container}>
      <MoreMenu
        name={document.name}
        entries={[
          ...(isDownloadable(document) ? [viewEntry] : []),
          ...(document.is_internal ? [shareEntry] : []),
          {
            label: deletion.label,
            icon: <Trash2 aria-hidden="true" className="size-4" />,
            onSelect: deletion.start,
          },
        ]}
      />
    </div>
  );
}

/** A quarantined version is deleted alone. */
function deletesAllVersions(document: ListedDocument): boolean {
  return document.scan_status !== "quarantined";
}
