import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownDocumentsQuery } from "#app/api/portal/documents.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import type { DocumentDialogProps } from "#app/components/documents/document-dialog.tsx";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { FileSearch } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { DOCUMENT_CATEGORY_OPTIONS } from "#domain/documents/document.ts";
import { useCurrentClient } from "../current-client.ts";
import { ProjectFilterNote, useProjectFilter } from "../projects/project-filter.tsx";
import { useMemberNames } from "../use-member-names.ts";
import { DocumentCard } from "./document-card.tsx";

// Loaded on demand, because most visits open no dialog.
const lazyDocumentDialog = createLazyComponent<DocumentDialogProps>(async () => {
  const { DocumentDialog } = await import("#app/components/documents/document-dialog.tsx");
  return DocumentDialog;
});

export function Documents() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocumentsQuery(id));
  return (
    <>
      <PageHeader title="Document Library" subtitle="Contracts, reports and deliverables we share with you" />
      <Loaded
        query={documents}
        errorMessage="We couldn't load your documents."
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
  const projectFilter = useProjectFilter();
  const formatMemberName = useMemberNames();
  const [openDocument, setOpenDocument] = useState<DocumentRow | null>(null);
  const DocumentDialog = useLazyComponent(lazyDocumentDialog, { isNeeded: openDocument !== null });
  const query = search.trim().toLowerCase();
  const matches = documents.filter(
    (document) =>
      document.name.toLowerCase().includes(query) &&
      (category === "" || document.category === category) &&
      projectFilter.includes(document.project_id),
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
        <UnlabeledSelect
          aria-label="Category"
          className="w-full sm:w-48"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
          placeholder="All categories"
          options={DOCUMENT_CATEGORY_OPTIONS}
        />
        <p role="status" className="text-13 text-muted sm:ml-auto">
          Showing {matches.length} of {documents.length} documents
        </p>
      </div>
      <ProjectFilterNote filter={projectFilter} />
      {matches.length === 0 ? (
        <EmptyState
          icon={<FileSearch className="size-6" />}
          title="No documents found"
          hint="Try adjusting your search or filter criteria"
        />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {matches.map((document) => (
            <li key={document.id}>
              <DocumentCard document={document} onOpen={() => setOpenDocument(document)} />
            </li>
          ))}
        </ul>
      )}
      {openDocument && DocumentDialog && (
        <DocumentDialog
          area="client"
          document={openDocument}
          formatMemberName={formatMemberName}
          onClose={() => setOpenDocument(null)}
        />
      )}
    </>
  );
}
