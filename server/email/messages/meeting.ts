import type { Brand } from "#brand";
import type { Meeting } from "#domain/bookings/meeting.ts";
import {
  button,
  calendarFile,
  details,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

export type MeetingReminder = {
  contactPerson: string;
  meeting: Meeting;
  /** The formatted meeting time. */
  time: string;
  hoursBefore: 24 | 1;
};

/** Sent to the client a day and an hour before a meeting, with a calendar file. */
export function meetingReminder(
  { contactPerson, meeting, time, hoursBefore }: MeetingReminder,
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail">,
): EmailContent {
  const when = hoursBefore === 1 ? "in 1 hour" : "tomorrow";
  return {
    subject: `Your meeting with ${brand.name} is ${when}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`Your meeting with ${brand.name} is ${when}. The attached file adds it to your calendar.`),
      details(
        ["Meeting", meeting.service_type],
        ["Time", time],
        ...(meeting.meeting_url ? [["Join", meeting.meeting_url] as const] : []),
      ),
      button("View meeting", `${publicUrl}/client-portal?section=meetings`),
      paragraph("Need a different time? Propose one under Meetings."),
      signature(brand),
      calendarFile(meeting),
      preferences(publicUrl),
      reasonFootnote(`you have a meeting with ${brand.name}.`),
    ],
  };
}
