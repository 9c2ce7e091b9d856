import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  clientOptionsQuery,
  documentLibraryQuery,
  documentSettingsQuery,
  type ListedDocument,
} from "#app/api/admin/documents.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { DOCUMENT_CATEGORY_OPTIONS } from "#domain/documents/document.ts";
import { SCAN_STATUSES, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { DocumentCard } from "./document-card.tsx";
import { createDocumentColumns } from "./document-columns.tsx";
import { useLibraryParams } from "./use-library-params.ts";

const STATUS_OPTIONS = SCAN_STATUSES.map((status) => ({
  value: status,
  label: scanStatusBadge(status).label,
}));

type LibraryProps = { headingId: string; onOpen: (document: ListedDocument) => void };

/** Document library with the latest version of each client's documents. */
export function Library({ headingId, onOpen }: LibraryProps) {
  const { controls, clientId, category } = useLibraryParams();
  const { search, status, page, change } = controls;
  const { data: settings } = useQuery(documentSettingsQuery());
  const documents = useQuery(documentLibraryQuery({ clientId, search, category, scanStatus: status, page }));
  const clients = useQuery(clientOptionsQuery());
  // Without a scanner, files have scan results only if there used to be one.
  const showsScans =
    settings?.scansUploads === true ||
    status !== "" ||
    documents.data?.rows.some(({ scan_status }) => scan_status !== "unscanned") === true;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={headingId} className="text-22">
          All documents
        </h2>
        <Link to="." className="text-14 text-accent underline underline-offset-4" preventScrollReset>
          Show recent uploads
        </Link>
      </div>
      <ListScreen
        noun="document"
        controls={controls}
        page={documents}
        columns={createDocumentColumns(onOpen, { showsScans })}
        renderCard={(document) => (
          <DocumentCard document={document} onOpen={() => onOpen(document)} showsScans={showsScans} />
        )}
        rowKey={({ id }) => id}
        searchLabel="Search documents"
        tools={
          <>
            <UnlabeledSelect
              aria-label="Filter by client"
              placeholder="All clients"
              className="w-full sm:w-56"
              options={(clients.data ?? []).map(({ id, company }) => ({ value: id, label: company }))}
              value={clientId}
              onChange={(event) => change({ filters: { client: event.currentTarget.value } })}
            />
            <UnlabeledSelect
              aria-label="Filter by category"
              placeholder="All categories"
              options={DOCUMENT_CATEGORY_OPTIONS}
              value={category}
              onChange={(event) => change({ filters: { category: event.currentTarget.value } })}
            />
            {showsScans && (
              <UnlabeledSelect
                aria-label="Filter by scan status"
                placeholder="All scan statuses"
                options={STATUS_OPTIONS}
                value={status}
                onChange={(event) => change({ status: event.currentTarget.value })}
              />
            )}
          </>
        }
        filterParams={["client", "category"]}
        activeToolCount={[clientId, category].filter((value) => value !== "").length}
        notFoundHint="Try adjusting your search or filter criteria"
        empty={
          <EmptyState
            icon={<FileText className="size-6" />}
            title="No documents yet"
            hint="Upload your first document above"
          />
        }
      />
    </>
  );
}
