import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { BookingKind, BookingRequest } from "#domain/bookings/booking.ts";

/** A client's booking and quote requests, newest first. */
export function ownBookingsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-bookings", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("service_bookings")
          .select(
            "id, kind, status, service_type, preferred_start_date, urgency, scheduled_at, decline_reason, created_at",
          )
          .eq("client_id", clientId)
          .order("created_at", { ascending: false }),
      );
    },
  });
}

/**
 * Submits a booking or quote request. It stays pending until an administrator responds.
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
