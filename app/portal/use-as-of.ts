import { useQuery } from "@tanstack/react-query";
import { lastSync } from "#app/api/last-sync.ts";
import { asOf } from "#app/components/as-of.ts";

/** "as of 14:02": since when the amounts are known to equal the payment provider's; null while unknown. */
export function useAsOf(): string | null {
  const { data } = useQuery(lastSync("client"));
  return data ? asOf(data, new Date()) : null;
}
