import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** Time of the last sync with Square, or null before the first one. */
export function lastSyncQuery(area: Area) {
  return queryOptions({
    queryKey: ["last-sync"],
    queryFn: async () => {
      const supabase = await getSupabase(area);
      const status = unwrap(
        await supabase
          .from("provider_status")
          .select("last_synced_at")
          .eq("provider", "square")
          .maybeSingle(),
      );
      return status?.last_synced_at ?? null;
    },
  });
}
