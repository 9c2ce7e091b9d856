import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { latestInstant } from "#domain/dates/instant.ts";

/** When data from Square was last stored, by a sync or an event. Null before the first sync. */
export function lastSyncQuery(area: Area) {
  return queryOptions({
    queryKey: ["last-sync"],
    queryFn: async () => {
      const supabase = await getSupabase(area);
      const status = unwrap(
        await supabase
          .from("provider_status")
          .select("last_synced_at, last_event_at")
          .eq("provider", "square")
          .maybeSingle(),
      );
      return status && latestInstant([status.last_synced_at, status.last_event_at]);
    },
  });
}
