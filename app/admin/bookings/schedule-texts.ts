import type { ListedBooking } from "#app/api/admin/bookings.ts";
import type { BookingKind } from "#domain/bookings/booking.ts";

type ScheduleTexts = {
  /** The action in a row, a menu or the details. */
  action: string;
  title: string;
  button: { label: string; busyLabel: string };
  saved: (company: string) => string;
  error: string;
};

/** A booking is approved with a meeting time. For a quote, the meeting is a call before the proposal. */
const PENDING_TEXTS: Readonly<Record<BookingKind, ScheduleTexts>> = {
  booking: {
    action: "Approve",
    title: "Approve booking",
    button: { label: "Approve", busyLabel: "Approving..." },
    saved: (company) => `Booking for ${company} approved`,
    error: "We couldn't approve the booking. Try again.",
  },
  quote: {
    action: "Schedule a call",
    title: "Schedule a call",
    button: { label: "Schedule call", busyLabel: "Scheduling..." },
    saved: (company) => `Call with ${company} scheduled`,
    error: "We couldn't schedule the call. Try again.",
  },
  meeting: {
    action: "Schedule",
    title: "Schedule meeting",
    button: { label: "Schedule meeting", busyLabel: "Scheduling..." },
    saved: (company) => `Meeting with ${company} scheduled`,
    error: "We couldn't schedule the meeting. Try again.",
  },
};

const RESCHEDULE_TEXTS: ScheduleTexts = {
  action: "Reschedule",
  title: "Reschedule meeting",
  button: { label: "Save and notify client", busyLabel: "Saving..." },
  saved: (company) => `Meeting with ${company} updated`,
  error: "We couldn't save the meeting. Try again.",
};

/** Labels and messages for setting the time of a request's meeting. */
export function getScheduleTexts({ status, kind }: Pick<ListedBooking, "status" | "kind">): ScheduleTexts {
  return status === "pending" ? PENDING_TEXTS[kind] : RESCHEDULE_TEXTS;
}
