import { brand } from "#brand";
import {
  type CalendarEvent,
  type CalendarPerson,
  createCalendarUid,
  formatCalendarEvent,
} from "#domain/calendar/calendar-file.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { StoredConsultation } from "#server/consultations/find-consultation.ts";

/** Names the software in calendar files (RFC 5545, section 3.7.3). */
export const CALENDAR_PRODUCT = `${brand.name}//Consultations`;

/** Returns the calendar event of a consultation. Contains nothing that the visitor wrote, because hosts' calendars may be shared. */
export function toCalendarEvent(consultation: StoredConsultation): CalendarEvent {
  const { meeting_url, phone } = consultation;
  const place = meeting_url ? `Join: ${meeting_url}` : `Call: ${phone}`;
  return {
    uid: createCalendarUid(consultation.id, brand),
    sequence: consultation.calendar_sequence,
    startsAt: toInstant(consultation.starts_at),
    endsAt: toInstant(consultation.ends_at),
    summary: `${brand.name}: consultation with ${consultation.host_name}`,
    description: `${place}\nQuestions? Email ${brand.contactEmail}.`,
    location: meeting_url ?? phone,
    url: meeting_url,
  };
}

/** Formats the calendar file that visitors download. */
export function formatConsultationFile(
  consultation: StoredConsultation,
  organizer: CalendarPerson,
  now: Date,
): string {
  return formatCalendarEvent(toCalendarEvent(consultation), {
    product: CALENDAR_PRODUCT,
    method: consultation.status === "cancelled" ? "CANCEL" : "PUBLISH",
    organizer,
    now,
  });
}
