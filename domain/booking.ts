import * as z from "zod/mini";
import { isCalendarDate } from "#domain/calendar-date.ts";
import { SERVICES } from "#domain/service.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export type BookingStatus = "pending" | "approved" | "in_progress" | "completed" | "declined" | "cancelled";
export type Urgency = "low" | "medium" | "high";

/** What the form offers: the three services, then Other (decisions, reading 7). */
export const BOOKING_SERVICE_TYPES = [...SERVICES, "Other"] as const;

export const URGENCY_LABELS = {
  low: "Low - Flexible timeline",
  medium: "Medium - Within 1 month",
  high: "High - ASAP",
} satisfies Record<Urgency, string>;

const BOOKING_STATUS_FACTS = {
  pending: { label: "Pending", tone: "warning" },
  approved: { label: "Approved", tone: "positive" },
  in_progress: { label: "In Progress", tone: "info" },
  completed: { label: "Completed", tone: "positive" },
  declined: { label: "Declined", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<BookingStatus, StatusFacts>;

/** The six statuses, in the order filters show them. */
export const BOOKING_STATUSES: readonly BookingStatus[] = [
  "pending",
  "approved",
  "in_progress",
  "completed",
  "declined",
  "cancelled",
];

/** Label and tone of a stored booking status; unknown ones neutral. */
export function bookingStatus(stored: string): StatusFacts {
  return statusFacts(BOOKING_STATUS_FACTS, stored);
}

/** An approved booking with a time ahead is an upcoming meeting. */
export function isUpcomingMeeting(
  booking: { status: string; scheduled_at: string | null },
  now: Date,
): boolean {
  return (
    booking.status === "approved" &&
    booking.scheduled_at !== null &&
    Date.parse(booking.scheduled_at) > now.getTime()
  );
}

/** The booking request form, with the words shown under each field (specification section 5). */
export const BookingRequest = z.object({
  serviceType: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please select a service type"),
      z.maxLength(200, "Service type is too long"),
    ),
  preferredStartDate: z.string().check(
    z.minLength(1, "Please choose a preferred start date"),
    z.refine((text) => text === "" || isCalendarDate(text), "Please enter a valid date"),
  ),
  estimatedScope: z._default(
    z.string().check(z.trim(), z.maxLength(500, "Estimated scope must be at most 500 characters")),
    "",
  ),
  projectDescription: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please describe your project"),
      z.maxLength(5000, "Project description must be at most 5000 characters"),
    ),
  urgency: z._default(z.enum(["low", "medium", "high"]), "medium"),
});
export type BookingRequest = z.infer<typeof BookingRequest>;
