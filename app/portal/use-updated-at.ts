import { useQuery } from "@tanstack/react-query";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { formatSquareFreshness } from "#app/components/updated-at.ts";

/** Returns when data from Square was last stored, such as "Live from Square · checked 2:02 PM EST", or null if unknown. */
export function useUpdatedAt(): string | null {
  const { data } = useQuery(lastSyncQuery("client"));
  return data ? formatSquareFreshness(data, new Date()) : null;
}
