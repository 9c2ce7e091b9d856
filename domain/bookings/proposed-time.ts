import { type BookingRow, hasOpenProposal } from "#domain/bookings/booking.ts";
import type { StatusBadge } from "#domain/status.ts";

/** Why a host is not free at a time. `name` is the company, the visitor, the reason or the calendar. */
export type TimeConflict = {
  kind: "meeting" | "consultation" | "blocked" | "calendar";
  name: string;
};

/** Whether the host is free at a time that a client proposed. Without active hosts, nothing is checked. */
export type ProposedTimeStatus =
  | { status: "free" | "outside_hours" | "unchecked" }
  | { status: "conflict"; conflict: TimeConflict | null };

/** Whether the client's proposal is open and in the future, so that it can be accepted. */
export function hasFutureProposal(
  booking: Pick<BookingRow, "status" | "scheduled_at" | "proposed_at">,
  now: Date,
): boolean {
  return hasOpenProposal(booking, now) && Date.parse(booking.proposed_at ?? "") > now.getTime();
}

/** Describes whether a proposed time is free. Null if nothing was checked. */
export function proposedTimeBadge(time: ProposedTimeStatus): StatusBadge | null {
  switch (time.status) {
    case "free":
      return { label: "Available", tone: "positive" };
    case "outside_hours":
      return { label: "Outside your hours", tone: "warning" };
    case "conflict":
      return { label: describeConflict(time.conflict), tone: "negative" };
    case "unchecked":
      return null;
  }
}

function describeConflict(conflict: TimeConflict | null): string {
  switch (conflict?.kind) {
    case "meeting":
      return `Conflicts with a meeting with ${conflict.name}`;
    case "consultation":
      return `Conflicts with a consultation with ${conflict.name}`;
    case "blocked":
      return conflict.name ? `Blocked: ${conflict.name}` : "Conflicts with a blocked time";
    case "calendar":
      return `Busy in the calendar "${conflict.name}"`;
    default:
      return "The host isn't available";
  }
}
