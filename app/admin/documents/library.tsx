import { useQuery } from "@tanstack/react-query";
import { FileSearch, FileText } from "lucide-react";
import { useState } from "react";
import { clientsToFilterBy, documentLibrary, type ListedDocument } from "#app/api/admin-documents.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { DOCUMENT_CATEGORIES } from "#domain/document.ts";
import { SCAN_STATES, scanState } from "#domain/document-scan.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { DocumentTable } from "./document-table.tsx";
import { useLibraryAddress } from "./use-library-address.ts";

const stateOptions = SCAN_STATES.map((state) => ({ value: state, label: scanState(state).label }));
const categoryOptions = Object.entries(DOCUMENT_CATEGORIES).map(([value, label]) => ({ value, label }));

/** Every document of every client, in its latest version. */
export function Library() {
  const { search, status, page, change, clientId, category, narrow } = useLibraryAddress();
  const documents = useQuery(documentLibrary({ clientId, search, category, state: status, page }));
  const clients = useQuery(clientsToFilterBy());
  const [opened, setOpened] = useState<ListedDocument | null>(null);
  const isNarrowed = search || status || clientId || category;
  return (
    <section aria-labelledby="library" tabIndex={-1} className="outline-none">
      <h2 id="library" className="mb-4 text-22">
        All Documents
      </h2>
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch label="Search documents" value={search} onSearch={(text) => change({ search: text })} />
        <BareSelect
          aria-label="Filter by client"
          placeholder="All clients"
          className="w-full sm:w-56"
          options={(clients.data ?? []).map(({ id, company }) => ({ value: id, label: company }))}
          value={clientId}
          onChange={(event) => narrow("client", event.currentTarget.value)}
        />
        <BareSelect
          aria-label="Filter by category"
          placeholder="All categories"
          options={categoryOptions}
          value={category}
          onChange={(event) => narrow("category", event.currentTarget.value)}
        />
        <BareSelect
          aria-label="Filter by scan"
          placeholder="All states"
          options={stateOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={documents}
        failed="The documents could not be loaded."
        loading={<Loading text="Loading documents..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={found.rows.length > 0 && <DocumentTable documents={found.rows} onOpen={setOpened} />}
            empty={
              isNarrowed ? (
                <EmptyState
                  icon={<FileSearch className="size-6" />}
                  title="No documents found"
                  hint="Try adjusting your search or filter criteria"
                />
              ) : (
                <EmptyState
                  icon={<FileText className="size-6" />}
                  title="No documents yet"
                  hint="Upload your first document above"
                />
              )
            }
            foot={<ListFoot page={found} noun="document" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      {opened && (
        <DocumentDialog
          house="admin"
          document={opened}
          onClose={() => setOpened(null)}
          actions={(version) => <DeleteButton document={version} />}
        />
      )}
    </section>
  );
}
