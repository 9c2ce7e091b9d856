import { useSearchParams } from "react-router";
import { AGEING_BUCKETS } from "#domain/invoice-ageing.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What narrows the list of invoices besides search and status: a bucket of their ageing, a client. Empty: none. */
export function useInvoiceFilter() {
  const [parameters, setParameters] = useSearchParams();
  const age = parameters.get("age") ?? "";
  const clientId = parameters.get("client") ?? "";
  const choose = (name: string) => (value: string) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    age: AGEING_BUCKETS.some(({ key }) => key === age) ? age : "",
    clientId: UUID.test(clientId) ? clientId : "",
    chooseAge: choose("age"),
    chooseClient: choose("client"),
  };
}
