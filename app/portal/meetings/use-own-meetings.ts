import { useQuery } from "@tanstack/react-query";
import { type OwnMeeting, ownBookingsQuery, ownMeetingsQuery } from "#app/api/portal/bookings.ts";
import type { Loadable } from "#app/components/loaded.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";

/** The client's meetings, and its open requests if the signed-in user's role can read them. */
export function useOwnMeetings(): Loadable<readonly OwnMeeting[]> {
  const { id } = useCurrentClient();
  const canReadBookings = useHasPermission("requests");
  const bookings = useQuery({ ...ownBookingsQuery(id), enabled: canReadBookings });
  const meetings = useQuery({ ...ownMeetingsQuery(id), enabled: !canReadBookings });
  return canReadBookings ? bookings : meetings;
}
