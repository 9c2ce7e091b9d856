import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** A client's custom rate cards. If there are none, the default rates apply. */
export function ownRatesQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-rates", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase.from("client_rates").select("*").eq("client_id", clientId).order("service_type"),
      );
    },
  });
}
