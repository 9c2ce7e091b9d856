import { useQuery } from "@tanstack/react-query";
import { canPickTimesQuery } from "#app/api/portal/bookings.ts";
import { useHasPermission } from "../current-client.ts";

/** Whether the signed-in user schedules meetings without an approval. */
export function useCanPickTimes(): boolean {
  const canRequest = useHasPermission("requests");
  const { data } = useQuery({ ...canPickTimesQuery(), enabled: canRequest });
  return canRequest && data === true;
}
