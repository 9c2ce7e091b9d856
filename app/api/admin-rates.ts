import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { UpdateClientRates } from "#domain/client-rates-form.ts";

/** A client's own rate cards, by service type; none while it has the default ones. */
export function clientRates(clientId: string) {
  return queryOptions({
    queryKey: ["client-rates", clientId],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin.from("client_rates").select("*").eq("client_id", clientId).order("service_type"),
      );
    },
  });
}

/** Replaces all of a client's rate cards. @throws ApiFailure */
export async function saveClientRates(request: UpdateClientRates): Promise<void> {
  await callApi("admin", "/api/admin/update-client-rates", { method: "POST", body: request });
}
