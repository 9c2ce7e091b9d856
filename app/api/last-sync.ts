import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";

/** Since when the amounts shown are known to equal the payment provider's; null before the first sync. */
export function lastSync(house: House) {
  return queryOptions({
    queryKey: ["last-sync"],
    queryFn: async () => {
      const client = await backend(house);
      const status = dataOf(
        await client.from("provider_status").select("last_synced_at").eq("provider", "square").maybeSingle(),
      );
      return status?.last_synced_at ?? null;
    },
  });
}
