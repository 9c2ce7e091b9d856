import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";

const SHOWN = 5;

/** The bookings that wait for an answer: how many, and those that have waited longest. */
export function pendingBookings() {
  return queryOptions({
    queryKey: ["pending-bookings"],
    queryFn: async () => {
      const admin = await backend("admin");
      const answer = await admin
        .from("service_bookings")
        .select("id, kind, service_type, urgency, preferred_start_date, created_at, clients(company)", {
          count: "exact",
        })
        .eq("status", "pending")
        .order("created_at")
        .limit(SHOWN);
      const bookings = dataOf(answer);
      return { bookings, total: answer.count ?? bookings.length };
    },
  });
}
