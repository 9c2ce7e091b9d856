import { useSearchParams } from "react-router";
import { type DocumentCategory, findDocumentCategory } from "#domain/documents/document.ts";
import { SCAN_STATUSES } from "#domain/documents/document-scan.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useListParams } from "../lists/use-list-params.ts";

/** The address of the list with all documents. The URL without parameters shows the recent uploads. */
export const ALL_DOCUMENTS_LINK = "?view=all";

/**
 * The filters of the documents, stored in the URL: search, scan status, client and category. `showsAll` is whether the URL
 * selects all documents, or some of them by a filter, instead of the recent uploads.
 */
export function useLibraryParams() {
  const controls = useListParams(SCAN_STATUSES);
  const [searchParams] = useSearchParams();
  const client = searchParams.get("client") ?? "";
  const category: DocumentCategory | "" = findDocumentCategory(searchParams.get("category") ?? "") ?? "";

  const clientId = isUuid(client) ? client : "";
  const { search, status, page, change } = controls;
  return {
    controls: {
      ...controls,
      // Clearing the filters shows all documents.
      change: (params: Parameters<typeof change>[0]) =>
        change({ ...params, filters: { view: "all", ...params.filters } }),
    },
    clientId,
    category,
    showsAll:
      searchParams.get("view") === "all" ||
      [search, status, clientId, category].some((value) => value !== "") ||
      page > 1,
  };
}
