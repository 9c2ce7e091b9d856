import * as z from "zod/mini";
import { calendarDate, formatDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { SERVICES } from "#domain/firm/service.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { Tables } from "#supabase/database.types.ts";

export type BookingRow = Tables<"service_bookings">;
export type BookingKind = BookingRow["kind"];
export type BookingStatus = BookingRow["status"];
export type Urgency = BookingRow["urgency"];

/** Service types in the booking form, in order. */
export const BOOKING_SERVICE_TYPES = [...SERVICES, "Other"] as const;

export const URGENCY_LABELS = {
  low: "Low - Flexible timeline",
  medium: "Medium - Within 1 month",
  high: "High - ASAP",
} satisfies Record<Urgency, string>;

export const URGENCIES = listKeys(URGENCY_LABELS);

/** The kinds of requests, as shown to administrators. */
export const BOOKING_KIND_LABELS = {
  booking: "Booking",
  quote: "Quote",
  meeting: "Meeting",
} satisfies Record<BookingKind, string>;

/** The service or topic, and the kind of a request that is not a booking, such as "AI Red Teaming (quote)". */
export function formatBookingTitle({
  service_type,
  kind,
}: Pick<BookingRow, "service_type" | "kind">): string {
  return kind === "booking" ? service_type : `${service_type} (${BOOKING_KIND_LABELS[kind].toLowerCase()})`;
}

/** The request within a sentence, such as "AI Red Teaming request" or "meeting request about Kickoff". */
export function describeRequest({ service_type, kind }: Pick<BookingRow, "service_type" | "kind">): string {
  return kind === "meeting" ? `meeting request about ${service_type}` : `${service_type} request`;
}

/** What the requested date means: when the work starts, or when to meet. */
export function preferredDateLabel(kind: BookingKind): "Preferred start" | "Preferred date" {
  return kind === "meeting" ? "Preferred date" : "Preferred start";
}

/** The requested date with its meaning, such as "Preferred start Jan 5, 2027". */
export function formatPreferredDate({
  kind,
  preferred_start_date: date,
}: Pick<BookingRow, "kind" | "preferred_start_date">): string {
  return `${preferredDateLabel(kind)} ${formatDate(date)}`;
}

const URGENCY_BADGES = {
  low: { label: "LOW priority", tone: "neutral" },
  medium: { label: "MEDIUM priority", tone: "warning" },
  high: { label: "HIGH priority", tone: "negative" },
} satisfies Record<Urgency, StatusBadge>;

export function urgencyBadge(urgency: Urgency): StatusBadge {
  return toStatusBadge(URGENCY_BADGES, urgency);
}

const BOOKING_STATUS_BADGES = {
  pending: { label: "Pending", tone: "warning" },
  approved: { label: "Approved", tone: "positive" },
  in_progress: { label: "In Progress", tone: "info" },
  completed: { label: "Completed", tone: "positive" },
  declined: { label: "Declined", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<BookingStatus, StatusBadge>;

/** Booking statuses, in filter order. */
export const BOOKING_STATUSES = listKeys(BOOKING_STATUS_BADGES);

export function bookingStatusBadge(status: BookingStatus): StatusBadge {
  return toStatusBadge(BOOKING_STATUS_BADGES, status);
}

/** Whether the booking is approved and its meeting time is in the future. */
export function isUpcomingMeeting(booking: Pick<BookingRow, "status" | "scheduled_at">, now: Date): boolean {
  return (
    booking.status === "approved" &&
    booking.scheduled_at !== null &&
    Date.parse(booking.scheduled_at) > now.getTime()
  );
}

/** Whether the client proposed another time for an upcoming meeting, and the firm has not answered. */
export function hasOpenProposal(
  booking: Pick<BookingRow, "status" | "scheduled_at" | "proposed_at">,
  now: Date,
): boolean {
  return booking.proposed_at !== null && isUpcomingMeeting(booking, now);
}

/** When the firm's time to reply started: when the client sent the request, or proposed another time. */
export function awaitsReplySince(
  booking: Pick<BookingRow, "status" | "created_at" | "proposal_made_at">,
): BookingRow["created_at"] {
  return booking.status === "pending" ? booking.created_at : (booking.proposal_made_at ?? booking.created_at);
}

/** The booking request form and its validation messages. */
export const BookingRequest = z.object({
  serviceType: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Select a service type"),
      z.maxLength(200, "Service type is too long"),
      singleLine,
    ),
  preferredStartDate: z.pipe(
    z.string().check(
      z.minLength(1, "Choose a preferred start date"),
      z.refine((text) => text === "" || isCalendarDate(text), "Enter a valid date"),
    ),
    z.transform(calendarDate),
  ),
  estimatedScope: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(500, "Estimated scope must be at most 500 characters"), singleLine),
    "",
  ),
  projectDescription: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Describe your project"),
      z.maxLength(5000, "Project description must be at most 5,000 characters"),
    ),
  urgency: z._default(z.enum(URGENCIES), "medium"),
});
export type BookingRequest = z.infer<typeof BookingRequest>;
