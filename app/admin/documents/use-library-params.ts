import { useSearchParams } from "react-router";
import { type DocumentCategory, findDocumentCategory } from "#domain/documents/document.ts";
import { SCAN_STATUSES } from "#domain/documents/document-scan.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useListParams } from "../lists/use-list-params.ts";

/** The library's filters, stored in the URL: search, scan status, client and category. */
export function useLibraryParams() {
  const controls = useListParams(SCAN_STATUSES);
  const [searchParams] = useSearchParams();
  const client = searchParams.get("client") ?? "";
  const category: DocumentCategory | "" = findDocumentCategory(searchParams.get("category") ?? "") ?? "";

  return {
    controls,
    clientId: isUuid(client) ? client : "",
    category,
  };
}
