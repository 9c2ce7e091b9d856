import { useQuery } from "@tanstack/react-query";
import { ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import type { WaitingRequestListProps } from "./waiting-request-list.tsx";

/** Most clients have no requests. */
const lazyList = createLazyComponent<WaitingRequestListProps>(async () => {
  const { WaitingRequestList } = await import("./waiting-request-list.tsx");
  return WaitingRequestList;
});

/** Lists the requested meetings without a time, if there are any. */
export function WaitingRequests({ timeZone }: { timeZone: string }) {
  const { id } = useCurrentClient();
  const { data = [] } = useQuery({ ...ownBookingsQuery(id), enabled: useHasPermission("requests") });
  const requests = data.filter(({ kind, status }) => kind !== "quote" && status === "pending");
  const List = useLazyComponent(lazyList, { isNeeded: requests.length > 0 });
  return List && <List requests={requests} timeZone={timeZone} />;
}
