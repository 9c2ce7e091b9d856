import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  clientOptionsQuery,
  documentLibraryQuery,
  documentSettingsQuery,
  type ListedDocument,
} from "#app/api/admin/documents.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { DOCUMENT_CATEGORY_OPTIONS } from "#domain/documents/document.ts";
import { SCAN_STATUSES, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { DocumentCard } from "./document-card.tsx";
import { createDocumentColumns } from "./document-columns.tsx";
import { useLibraryParams } from "./use-library-params.ts";

const STATUS_OPTIONS = SCAN_STATUSES.map((status) => ({
  value: status,
  label: scanStatusBadge(status).label,
}));

/** Document library with the latest version of each client's documents. */
export function Library() {
  const { controls, clientId, category } = useLibraryParams();
  const { search, status, page, change } = controls;
  const { data: settings } = useQuery(documentSettingsQuery());
  const documents = useQuery(documentLibraryQuery({ clientId, search, category, scanStatus: status, page }));
  const clients = useQuery(clientOptionsQuery());
  const [openDocument, setOpenDocument] = useState<ListedDocument | null>(null);
  // Without a scanner, files have scan results only if there used to be one.
  const showsScans =
    settings?.scansUploads === true ||
    status !== "" ||
    documents.data?.rows.some(({ scan_status }) => scan_status !== "unscanned") === true;
  return (
    <section aria-labelledby="library" tabIndex={-1} className="outline-none">
      <h2 id="library" className="mb-4 text-22">
        All documents
      </h2>
      <ListScreen
        noun="document"
        controls={controls}
        page={documents}
        columns={createDocumentColumns(setOpenDocument, { showsScans })}
        renderCard={(document) => (
          <DocumentCard
            document={document}
            onOpen={() => setOpenDocument(document)}
            showsScans={showsScans}
          />
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
      {openDocument && (
        <DocumentDialog
          area="admin"
          document={openDocument}
          onClose={() => setOpenDocument(null)}
          actions={(version) => <DeleteButton document={version} />}
        />
      )}
    </section>
  );
}
