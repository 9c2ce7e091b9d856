import { useSearchParams } from "react-router";
import { AGING_BUCKETS } from "#domain/invoices/reports/invoice-aging.ts";
import { isUuid } from "#domain/text/uuid.ts";

/** The invoice list's aging bucket and client filter, stored in the URL. Empty strings match everything. */
export function useInvoiceFilter() {
  const [searchParams, setSearchParams] = useSearchParams();
  const age = searchParams.get("age") ?? "";
  const clientId = searchParams.get("client") ?? "";
  const setParameter = (name: string) => (value: string) =>
    setSearchParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        if (value) {
          next.set(name, value);
        } else {
          next.delete(name);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    age: AGING_BUCKETS.some(({ key }) => key === age) ? age : "",
    clientId: isUuid(clientId) ? clientId : "",
    setAge: setParameter("age"),
    setClientId: setParameter("client"),
  };
}
