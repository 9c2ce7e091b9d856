import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { UpdateClientRates } from "#domain/rates/client-rates-form.ts";

/** A client's custom rate cards, sorted by service type. If there are none, the default rates apply. */
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
export async function saveClientRates({ clientId, rates }: UpdateClientRates): Promise<void> {
  const json = {
    clientId,
    rates: rates.map((rate) => ({
      ...rate,
      hourlyRate: Number(rate.hourlyRate),
      monthlyRetainer: rate.monthlyRetainer === null ? null : Number(rate.monthlyRetainer),
    })),
  };
  await readJson(adminApi["update-client-rates"].$post({ json }));
}
