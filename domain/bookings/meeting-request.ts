import * as z from "zod/mini";
import type { BookingRequest } from "#domain/bookings/booking.ts";
import { calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { singleLine } from "#domain/text/single-line.ts";

/** The form that requests a meeting. */
export const MeetingRequest = z.object({
  topic: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter a topic"),
      z.maxLength(200, "Topic must be at most 200 characters"),
      singleLine,
    ),
  /** The name of the project that the meeting is about. Empty without one. */
  project: z.string(),
  preferredDate: z.pipe(
    z.string().check(
      z.minLength(1, "Choose a preferred date"),
      z.refine((text) => text === "" || isCalendarDate(text), "Enter a valid date"),
    ),
    z.transform(calendarDate),
  ),
  message: z.string().check(z.trim(), z.maxLength(4500, "Message must be at most 4,500 characters")),
});
export type MeetingRequest = z.infer<typeof MeetingRequest>;

/** The request that is stored. Its topic is the service type, which names the meeting in lists and emails. */
export function toBookingRequest({ topic, project, preferredDate, message }: MeetingRequest): BookingRequest {
  return {
    serviceType: topic,
    preferredStartDate: preferredDate,
    estimatedScope: "",
    projectDescription: [project && `Project: ${project}`, message].filter(Boolean).join("\n\n") || topic,
    urgency: "medium",
  };
}
