import { useQuery } from "@tanstack/react-query";
import { FileSearch } from "lucide-react";
import { useState } from "react";
import { type DocumentRow, ownDocuments } from "#app/api/documents.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { DOCUMENT_CATEGORIES } from "#domain/document.ts";
import { useCurrentClient } from "../current-client.ts";
import { DocumentCard } from "./document-card.tsx";

export function Documents() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocuments(id));
  return (
    <>
      <PageHead title="Document Library" context="Contracts, reports and deliverables we share with you" />
      <Loaded
        query={documents}
        failed="Your documents could not be loaded."
        loading={<Loading text="Loading documents..." rows={5} />}
      >
        {(list) => <Library documents={list} />}
      </Loaded>
    </>
  );
}

function Library({ documents }: { documents: readonly DocumentRow[] }) {
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState("");
  const [opened, setOpened] = useState<DocumentRow | null>(null);
  const wanted = search.trim().toLowerCase();
  const found = documents.filter(
    (document) =>
      document.name.toLowerCase().includes(wanted) && (category === "" || document.category === category),
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Search documents"
          placeholder="Search documents..."
          className="w-full sm:w-72"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <BareSelect
          aria-label="Category"
          className="w-full sm:w-48"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
          placeholder="All categories"
          options={Object.entries(DOCUMENT_CATEGORIES).map(([value, label]) => ({ value, label }))}
        />
        <p role="status" className="text-13 text-muted sm:ml-auto">
          Showing {found.length} of {documents.length} documents
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={<FileSearch className="size-6" />}
          title="No documents found"
          hint="Try adjusting your search or filter criteria"
        />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {found.map((document) => (
            <li key={document.id}>
              <DocumentCard document={document} onOpen={() => setOpened(document)} />
            </li>
          ))}
        </ul>
      )}
      {opened && <DocumentDialog house="client" document={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
