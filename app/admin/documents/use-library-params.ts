import { useSearchParams } from "react-router";
import { type DocumentCategory, findDocumentCategory } from "#domain/documents/document.ts";
import { SCAN_STATUSES } from "#domain/documents/document-scan.ts";
import { useListParams } from "../lists/use-list-params.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The library's filter, stored in the URL: search, scan status, client and category. */
export function useLibraryParams() {
  const controls = useListParams(SCAN_STATUSES);
  const [parameters] = useSearchParams();
  const client = parameters.get("client") ?? "";
  const category: DocumentCategory | "" = findDocumentCategory(parameters.get("category") ?? "") ?? "";

  return {
    controls,
    clientId: UUID.test(client) ? client : "",
    category,
  };
}
