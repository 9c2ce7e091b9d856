import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { awaitsReplyFilter } from "#app/api/admin/awaits-reply.ts";
import { fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { awaitsReplySince, type BookingStatus } from "#domain/bookings/booking.ts";
import type {
  CancelMeeting,
  DeclineBooking,
  RescheduleMeeting,
  ScheduleMeeting,
} from "#domain/bookings/booking-decision.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";

const DASHBOARD_LIMIT = 5;
/** Poll, because the sidebar's badge and the dashboard stay on screen. */
const POLL_INTERVAL_MS = 60_000;
const COLUMNS = "*, clients(company), consultation_hosts(name, phone)";

/** Columns the list can be sorted by. */
export const BOOKING_SORT_COLUMNS = ["service_type", "preferred_start_date", "created_at"];

/** Query key prefix for all data about bookings. */
export const BOOKINGS_KEY = "bookings";

async function fetchPending() {
  const supabase = await getSupabase("admin");
  const fetchOldest = async (status: BookingStatus, startColumn: "created_at" | "proposal_made_at") =>
    supabase
      .from("service_bookings")
      .select(COLUMNS, { count: "exact" })
      .or(awaitsReplyFilter(new Date()))
      .eq("status", status)
      .order(startColumn)
      .limit(DASHBOARD_LIMIT);
  // The time to reply to a request and to a proposal starts at different columns.
  const responses = await Promise.all([
    fetchOldest("pending", "created_at"),
    fetchOldest("approved", "proposal_made_at"),
  ]);
  const bookings = responses
    .flatMap((response) => unwrap(response))
    .toSorted((one, other) => Date.parse(awaitsReplySince(one)) - Date.parse(awaitsReplySince(other)));
  const total = responses.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return { bookings: bookings.slice(0, DASHBOARD_LIMIT), total };
}

/** The free times for a meeting of this length in the two weeks from a date on. With a host, only the host's. */
export function meetingTimesQuery(
  id: string,
  { minutes, ...query }: { from: CalendarDate; timeZone: string; minutes: number; hostId?: string },
) {
  return queryOptions({
    queryKey: [BOOKINGS_KEY, "free-times", id, minutes, query],
    queryFn: async () =>
      readJson(
        adminApi.bookings[":id"]["free-times"].$get({
          param: { id },
          query: { ...query, minutes: String(minutes) },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A booking with its client's company and the host of its meeting. */
export type ListedBooking = Awaited<ReturnType<typeof fetchPending>>["bookings"][number];

/** The bookings that have waited for a reply the longest, and the number of all that wait for one. */
export function pendingBookingsQuery() {
  return queryOptions({
    queryKey: [BOOKINGS_KEY, "pending"],
    queryFn: fetchPending,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** A booking, quote or meeting request, or null if it does not exist. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [BOOKINGS_KEY, "booking", id],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(await supabase.from("service_bookings").select(COLUMNS).eq("id", id).maybeSingle());
    },
  });
}

/**
 * One page of the bookings with a status. "pending" selects the bookings that await a reply, oldest first, and "all" selects
 * every booking.
 */
export function bookingListQuery({ status, page, sort }: Omit<ListParams<BookingStatus | "all">, "search">) {
  return queryOptions({
    queryKey: [BOOKINGS_KEY, "list", status, page, sort],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const order = sort ?? { column: "created_at", ascending: status === "pending" };
      return fetchPage(page, (from, to) => {
        const query = supabase.from("service_bookings").select(COLUMNS, { count: "exact" });
        if (status === "" || status === "pending") {
          query.or(awaitsReplyFilter(new Date()));
        } else if (status !== "all") {
          query.eq("status", status);
        }
        return query.order(order.column, { ascending: order.ascending }).order("id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** Whether the hosts are free at the times that clients proposed. */
export function proposedTimesQuery() {
  return queryOptions({
    queryKey: [BOOKINGS_KEY, "proposed-times"],
    queryFn: async () => (await readJson(adminApi.bookings["proposed-times"].$get())).proposals,
  });
}

/** @throws {ApiError} 409 if the booking is no longer pending. */
export async function approveBooking(id: string, input: ScheduleMeeting): Promise<void> {
  await readJson(adminApi.bookings[":id"].approve.$post({ param: { id }, json: input }));
}

/** @throws {ApiError} 409 if the meeting was canceled. */
export async function rescheduleMeeting(id: string, input: RescheduleMeeting): Promise<void> {
  await readJson(adminApi.bookings[":id"].reschedule.$post({ param: { id }, json: input }));
}

/** @throws {ApiError} 409 if the booking is no longer pending. */
export async function declineBooking(id: string, input: DeclineBooking): Promise<void> {
  await readJson(adminApi.bookings[":id"].decline.$post({ param: { id }, json: input }));
}

/** @throws {ApiError} 409 if the meeting was canceled or has taken place. */
export async function cancelMeeting(id: string, input: CancelMeeting): Promise<void> {
  await readJson(adminApi.bookings[":id"]["cancel-meeting"].$post({ param: { id }, json: input }));
}
