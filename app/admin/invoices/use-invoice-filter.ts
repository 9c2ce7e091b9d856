import { useSearchParams } from "react-router";
import { AGING_BUCKETS } from "#domain/invoices/invoice-aging.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The invoice list's aging bucket and client filter, stored in the URL. Empty strings match everything. */
export function useInvoiceFilter() {
  const [parameters, setParameters] = useSearchParams();
  const age = parameters.get("age") ?? "";
  const clientId = parameters.get("client") ?? "";
  const setParameter = (name: string) => (value: string) =>
    setParameters(
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
    clientId: UUID.test(clientId) ? clientId : "",
    setAge: setParameter("age"),
    setClientId: setParameter("client"),
  };
}
