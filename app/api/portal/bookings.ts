import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import type { BookingKind, BookingRequest } from "#domain/bookings/booking.ts";
import type { PickMeetingTime, ProposeMeetingTime } from "#domain/bookings/booking-decision.ts";

async function fetchOwnBookings(clientId: string) {
  const supabase = await getSupabase("client");
  const [bookings, hosts] = await Promise.all([
    supabase
      .from("service_bookings")
      .select(
        "id, kind, status, service_type, preferred_start_date, urgency, scheduled_at, decline_reason, created_at, meeting_minutes, meeting_url, calendar_sequence, proposed_at",
      )
      .eq("client_id", clientId)
      .order("created_at", { ascending: false }),
    supabase.from("client_meetings").select("id, host_name, host_phone").eq("client_id", clientId),
  ]);
  const hostById = new Map(unwrap(hosts).map((host) => [host.id, host]));
  return unwrap(bookings).map((booking) => ({
    ...booking,
    host_name: hostById.get(booking.id)?.host_name ?? null,
    host_phone: hostById.get(booking.id)?.host_phone ?? null,
  }));
}

export type OwnBooking = Awaited<ReturnType<typeof fetchOwnBookings>>[number];

/** A client's booking, quote and meeting requests, newest first. */
export function ownBookingsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-bookings", clientId],
    queryFn: () => fetchOwnBookings(clientId),
  });
}

/** A meeting as every role can see it. Roles without the `requests` permission see no link and no proposal. */
export type OwnMeeting = Pick<
  OwnBooking,
  | "id"
  | "service_type"
  | "status"
  | "scheduled_at"
  | "meeting_minutes"
  | "meeting_url"
  | "calendar_sequence"
  | "proposed_at"
  | "host_name"
  | "host_phone"
>;

/** A client's scheduled meetings without links, for roles that cannot read bookings. */
export function ownMeetingsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-meetings", clientId],
    queryFn: async (): Promise<OwnMeeting[]> => {
      const supabase = await getSupabase("client");
      const meetings = unwrap(
        await supabase
          .from("client_meetings")
          .select("id, service_type, status, scheduled_at, meeting_minutes, host_name, host_phone")
          .eq("client_id", clientId),
      );
      return meetings.map((meeting) => ({
        ...meeting,
        meeting_url: null,
        calendar_sequence: 0,
        proposed_at: null,
      }));
    },
  });
}

/**
 * Submits a booking, quote or meeting request. It stays pending until an administrator responds.
 * @throws {ApiError}
 */
export async function requestBooking(
  clientId: string,
  kind: BookingKind,
  request: BookingRequest,
): Promise<void> {
  const supabase = await getSupabase("client");
  unwrap(
    await supabase.from("service_bookings").insert({
      client_id: clientId,
      kind,
      service_type: request.serviceType,
      preferred_start_date: request.preferredStartDate,
      estimated_scope: request.estimatedScope,
      project_description: request.projectDescription,
      urgency: request.urgency,
    }),
  );
}

/** Cancels a pending request or an upcoming meeting. @throws {ApiError} 409 if it is too late. */
export async function cancelBooking(id: string): Promise<void> {
  await readJson(userApi.client.client.bookings[":id"].cancel.$post({ param: { id } }));
}

/** Proposes another time for an upcoming meeting. @throws {ApiError} 409 if it is too late, 429 after another proposal. */
export async function proposeMeetingTime(id: string, proposal: ProposeMeetingTime): Promise<void> {
  await readJson(
    userApi.client.client.bookings[":id"]["propose-time"].$post({ param: { id }, json: proposal }),
  );
}

/** Withdraws the time that the client proposed. @throws {ApiError} 409 if the firm has answered. */
export async function withdrawProposal(id: string): Promise<void> {
  await readJson(userApi.client.client.bookings[":id"]["proposed-time"].$delete({ param: { id } }));
}

/** Whether clients schedule their meetings themselves. */
export function canPickTimesQuery() {
  return queryOptions({
    queryKey: ["can-pick-times"],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const { clients_pick_times } = unwrap(
        await supabase.from("scheduling_settings").select("clients_pick_times").single(),
      );
      return clients_pick_times;
    },
  });
}

/** How many days of free times a dialog offers. */
const FREE_TIMES_DAYS = 62;

/** The free times for a pending request or an upcoming meeting. @throws {ApiError} */
export function freeMeetingTimesQuery(id: string, timeZone: string) {
  return queryOptions({
    queryKey: ["free-meeting-times", id, timeZone],
    queryFn: async () =>
      readJson(
        userApi.client.client.bookings[":id"]["free-times"].$get({
          param: { id },
          query: { days: String(FREE_TIMES_DAYS), timeZone },
        }),
      ),
    staleTime: 0,
  });
}

/** Schedules a request, or reschedules a meeting, at a free time. @throws {ApiError} 409 if the time was taken */
export async function pickMeetingTime(id: string, time: PickMeetingTime): Promise<void> {
  await userApi.client.client.bookings[":id"].schedule.$post({ param: { id }, json: time });
}
