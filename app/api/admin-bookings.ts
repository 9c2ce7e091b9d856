import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ListWanted, listPage } from "#app/api/admin-list.ts";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { ApproveBooking, DeclineBooking } from "#domain/booking-answer.ts";

const SHOWN = 5;
const LISTED = "*, clients(company)";

/** Columns the list can be ordered by, beside its own order. */
export const BOOKING_SORTS = ["service_type", "preferred_start_date", "created_at"];

/** First part of the keys of everything that shows bookings. */
export const BOOKINGS = "bookings";

async function fetchPending() {
  const admin = await backend("admin");
  const answer = await admin
    .from("service_bookings")
    .select(LISTED, { count: "exact" })
    .eq("status", "pending")
    .order("created_at")
    .limit(SHOWN);
  const bookings = dataOf(answer);
  return { bookings, total: answer.count ?? bookings.length };
}

/** A booking with its client's company. */
export type ListedBooking = Awaited<ReturnType<typeof fetchPending>>["bookings"][number];

/** The bookings that wait for an answer: how many, and those that have waited longest. */
export function pendingBookings() {
  return queryOptions({ queryKey: [BOOKINGS, "pending"], queryFn: fetchPending });
}

/** One page of the bookings of a status ("all" for every one); those who wait for an answer in the order they came. */
export function bookingList({ status, page, sort }: Omit<ListWanted, "search">) {
  return queryOptions({
    queryKey: [BOOKINGS, "list", status, page, sort],
    queryFn: async () => {
      const admin = await backend("admin");
      const order = sort ?? { column: "created_at", ascending: status === "pending" };
      return listPage(page, (from, to) => {
        const all = admin.from("service_bookings").select(LISTED, { count: "exact" });
        return (status === "all" ? all : all.eq("status", status))
          .order(order.column, { ascending: order.ascending })
          .order("id")
          .range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** @throws ApiFailure, also when somebody else has answered meanwhile. */
export async function approveBooking(id: string, answer: ApproveBooking): Promise<void> {
  await callApi("admin", `/api/admin/bookings/${id}/approve`, { method: "POST", body: answer });
}

/** @throws ApiFailure, also when somebody else has answered meanwhile. */
export async function declineBooking(id: string, answer: DeclineBooking): Promise<void> {
  await callApi("admin", `/api/admin/bookings/${id}/decline`, { method: "POST", body: answer });
}
