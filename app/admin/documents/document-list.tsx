import { useEffect, useRef, useState } from "react";
import type { ListedDocument } from "#app/api/admin/documents.ts";
import { DocumentDialog } from "#app/components/documents/document-dialog.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { Library } from "./library.tsx";
import { RecentUploads } from "./recent-uploads.tsx";
import { useLibraryParams } from "./use-library-params.ts";

/** The recent uploads, or all documents with filters if the URL selects them. */
export function DocumentList() {
  const { showsAll } = useLibraryParams();
  const [openDocument, setOpenDocument] = useState<ListedDocument | null>(null);
  const section = useRef<HTMLElement>(null);
  const shown = useRef(showsAll);
  // The link that switches between the two disappears.
  useEffect(() => {
    if (shown.current !== showsAll) {
      shown.current = showsAll;
      section.current?.focus();
    }
  }, [showsAll]);
  return (
    <section ref={section} aria-labelledby="documents" tabIndex={-1} className="min-w-0 outline-none">
      {showsAll ? (
        <Library headingId="documents" onOpen={setOpenDocument} />
      ) : (
        <RecentUploads headingId="documents" onOpen={setOpenDocument} />
      )}
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
