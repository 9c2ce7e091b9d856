import { useQuery } from "@tanstack/react-query";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { formatUpdatedAt } from "#app/components/updated-at.ts";

/** Returns when data from Square was last stored, such as "Updated 2:02 PM", or null if unknown. */
export function useUpdatedAt(): string | null {
  const { data } = useQuery(lastSyncQuery("client"));
  return data ? `Updated ${formatUpdatedAt(data, new Date())}` : null;
}
