import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { BookingRequest } from "#domain/booking.ts";

export type BookingKind = "booking" | "quote";

/** What a client has asked for, the newest first. */
export function ownBookings(clientId: string) {
  return queryOptions({
    queryKey: ["own-bookings", clientId],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client
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
 * Stores a request; it waits for the firm from then on.
 * @throws ApiFailure when it was not stored.
 */
export async function requestBooking(
  clientId: string,
  kind: BookingKind,
  request: BookingRequest,
): Promise<void> {
  const client = await backend("client");
  dataOf(
    await client.from("service_bookings").insert({
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
