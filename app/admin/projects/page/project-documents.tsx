import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectDocumentsQuery } from "#app/api/admin/documents.ts";
import type { ListedProject } from "#app/api/admin/projects.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { formatDocumentDetails } from "#app/components/documents/document-details.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { documentCategoryLabel } from "#domain/documents/document.ts";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { DeleteButton } from "../../documents/delete-button.tsx";

const VISIBLE_DOCUMENTS = 6;

/** Card with the documents of the project. Their names open the details. */
export function ProjectDocuments({ project }: { project: ListedProject["project"] }) {
  const documents = useQuery(projectDocumentsQuery(project.id));
  const [isExpanded, setIsExpanded] = useState(false);
  const [openDocument, setOpenDocument] = useState<DocumentRow | null>(null);
  return (
    <Card aria-labelledby="project-documents">
      <CardHeader
        title={<span id="project-documents">Documents</span>}
        action={
          <ButtonLink
            to={`/admin/documents?client=${project.client_id}`}
            size="small"
            aria-label="View all of the client's documents"
          >
            View all
          </ButtonLink>
        }
      />
      <Loaded
        query={documents}
        errorMessage="We couldn't load the documents."
        loading={<Loading text="Loading documents..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No documents yet"
              hint="Reports and files for this project appear here"
            />
          ) : (
            <>
              <ul aria-label="Documents" className="divide-y divide-line">
                {list.slice(0, isExpanded ? undefined : VISIBLE_DOCUMENTS).map((document) => (
                  <DocumentItem
                    key={document.id}
                    document={document}
                    onOpen={() => setOpenDocument(document)}
                  />
                ))}
              </ul>
              {list.length > VISIBLE_DOCUMENTS && (
                <ExpandButton className="mt-3" isExpanded={isExpanded} onChange={setIsExpanded}>
                  {isExpanded ? "Show fewer documents" : `Show all ${formatCount(list.length, "document")}`}
                </ExpandButton>
              )}
            </>
          )
        }
      </Loaded>
      {openDocument && (
        <DocumentDialog
          area="admin"
          document={openDocument}
          onClose={() => setOpenDocument(null)}
          actions={(version) => <DeleteButton document={version} />}
        />
      )}
    </Card>
  );
}

function DocumentItem({ document, onOpen }: { document: DocumentRow; onOpen: () => void }) {
  const { name, category, is_internal: isInternal, scan_status: scanStatus } = document;
  const scan = scanStatusBadge(scanStatus);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40">
        <button
          type="button"
          aria-label={`Details for ${name}`}
          onClick={onOpen}
          className="wrap-anywhere min-h-6 rounded-small text-left font-medium hover:text-accent hover:underline"
        >
          {name}
        </button>
        <p className="text-13 text-muted">
          {[documentCategoryLabel(category), isInternal && "Internal", formatDocumentDetails(document)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {!isDownloadable(document) && <Badge tone={scan.tone}>{scan.label}</Badge>}
    </li>
  );
}
