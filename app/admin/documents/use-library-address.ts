import { useSearchParams } from "react-router";
import { DOCUMENT_CATEGORIES } from "#domain/document.ts";
import { SCAN_STATES } from "#domain/document-scan.ts";
import { useListAddress } from "../lists/use-list-address.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What narrows the library, kept in the address: also a client and a category. */
export function useLibraryAddress() {
  const list = useListAddress(SCAN_STATES);
  const [parameters, setParameters] = useSearchParams();
  const client = parameters.get("client") ?? "";
  const category = parameters.get("category") ?? "";

  function narrow(name: "client" | "category", value: string) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return {
    ...list,
    clientId: UUID.test(client) ? client : "",
    category: Object.hasOwn(DOCUMENT_CATEGORIES, category) ? category : "",
    narrow,
  };
}
