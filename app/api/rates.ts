import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

/** The rate cards agreed with a client; none means that the default ones count. */
export function ownRates(clientId: string) {
  return queryOptions({
    queryKey: ["own-rates", clientId],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client.from("client_rates").select("*").eq("client_id", clientId).order("service_type"),
      );
    },
  });
}
