import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { callApi } from "#app/api/client/call-api.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { UpdateClientRates } from "#domain/rates/client-rates-form.ts";

/** A client's custom rate cards by service type. If there are none, the default rates apply. */
export function clientRatesQuery(clientId: string) {
  return queryOptions({
    queryKey: ["client-rates", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase.from("client_rates").select("*").eq("client_id", clientId).order("service_type"),
      );
    },
  });
}

/** Replaces all rate cards of a client. @throws {ApiError} */
export async function saveClientRates(request: UpdateClientRates): Promise<void> {
  await callApi("admin", "/api/admin/update-client-rates", { method: "POST", body: request });
}
