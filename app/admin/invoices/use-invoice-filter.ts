import { useUrlParams } from "#app/components/use-url-params.ts";
import { AGING_BUCKETS } from "#domain/invoices/reports/invoice-aging.ts";
import { isUuid } from "#domain/text/uuid.ts";

/** The invoice list's aging bucket and client filter, stored in the URL. Empty strings match everything. */
export function useInvoiceFilter() {
  const { params, changeParams } = useUrlParams();
  const age = params.get("age") ?? "";
  const clientId = params.get("client") ?? "";
  const setFilter = (name: "age" | "client") => (value: string) => changeParams({ [name]: value, page: "" });
  return {
    age: AGING_BUCKETS.some(({ key }) => key === age) ? age : "",
    clientId: isUuid(clientId) ? clientId : "",
    setAge: setFilter("age"),
    setClientId: setFilter("client"),
  };
}
