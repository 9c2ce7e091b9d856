import * as z from "zod/mini";
import { isTimeZone } from "#domain/dates/calendar-date.ts";
import { instant, isInstant } from "#domain/dates/instant.ts";
import { fieldErrors } from "#domain/forms/field-errors.ts";
import { ContactInquiry, longTextField } from "#domain/inquiries/contact-inquiry.ts";
import { isInYearRange } from "#domain/scheduling/year-range.ts";

/** An IANA time zone that the server supports. */
export const TimeZone = z
  .string("Choose a time zone")
  .check(z.maxLength(100, "Choose a time zone"), z.refine(isTimeZone, "Choose a time zone"));

/** The start of a free time. */
export const StartTime = z.pipe(
  z
    .string("Choose a time")
    .check(z.refine((text) => isInstant(text) && isInYearRange(text), "Choose a time")),
  z.transform(instant),
);

const { name, email, company } = ContactInquiry.shape;

/**
 * The form that books a consultation. `formId` is created with the form, so that a form that is sent twice books one
 * time.
 */
export const ConsultationRequest = z.object(
  {
    formId: z.guid("Reload the page and try again"),
    startsAt: StartTime,
    timeZone: TimeZone,
    name,
    email,
    company,
    topic: longTextField("Describe what it's about in at least 10 characters"),
  },
  "Fill out the form",
);
export type ConsultationRequest = z.infer<typeof ConsultationRequest>;

/** The form of a signed-in client, whose email address and company are known. */
export const ClientConsultationRequest = z.omit(ConsultationRequest, { email: true, company: true });
export type ClientConsultationRequest = z.infer<typeof ClientConsultationRequest>;

/** Returns the first validation message per field. Empty if the form is valid or not an object. */
export function consultationErrors(candidate: unknown): Partial<Record<keyof ConsultationRequest, string>> {
  return fieldErrors(ConsultationRequest, candidate);
}

/** Request to reschedule a consultation to another free time. Without a time zone, it keeps the one it has. */
export const RescheduleConsultation = z.object({ startsAt: StartTime, timeZone: z.optional(TimeZone) });
export type RescheduleConsultation = z.infer<typeof RescheduleConsultation>;

const Reason = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(1000, "The reason must be at most 1,000 characters"),
    z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
  ),
  "",
);

/** Request of an administrator to reschedule a consultation. The email to the visitor contains the reason. */
export const MoveConsultation = z.object({
  startsAt: StartTime,
  /** Null for any free host, preferably the current one. */
  hostId: z._default(z.nullable(z.guid()), null),
  reason: Reason,
  /** Rejects times outside of the weekly hours, and times at which the host is busy. */
  checksAvailability: z._default(z.boolean(), true),
});
export type MoveConsultation = z.infer<typeof MoveConsultation>;

/** Request to cancel a consultation. The firm sees the reason. */
export const CancelConsultation = z.object({ reason: Reason });
export type CancelConsultation = z.infer<typeof CancelConsultation>;
