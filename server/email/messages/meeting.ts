import type { Brand } from "#brand";
import type { Meeting } from "#domain/bookings/meeting.ts";
import {
  button,
  calendarFile,
  clientSignature,
  details,
  type EmailContent,
  greeting,
  joinButton,
  paragraph,
  preferences,
  reasonFootnote,
  textLink,
} from "#server/email/content.ts";
import { describePlace, formatCall, type MeetingHost } from "#server/email/meeting-place.ts";
import {
  describeDuration,
  describeTimeZone,
  formatPeriod,
  formatReminderTime,
  type ReminderTiming,
} from "#server/email/meeting-time.ts";

export type MeetingReminder = {
  contactPerson: string;
  meeting: Meeting;
  host: MeetingHost;
  /** The time zone in which the email shows the time. */
  timeZone: string;
} & ReminderTiming;

/** Sent to the client a day and an hour before a meeting, with a calendar file. */
export function meetingReminder(
  { contactPerson, meeting, host, timeZone, ...timing }: MeetingReminder,
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail" | "accountManager">,
): EmailContent {
  const meetingsUrl = `${publicUrl}/client-portal?section=meetings`;
  const place = { meetingUrl: meeting.meeting_url, phone: host?.phone ?? null };
  const period = formatPeriod({ startsAt: meeting.scheduled_at, minutes: meeting.meeting_minutes }, timeZone);
  return {
    subject: `${formatReminderTime(meeting.scheduled_at, timeZone, timing)}: your meeting with ${brand.name}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`${period}, ${formatCall(host?.name ?? null, place)}.`),
      details(
        ["Meeting", meeting.service_type],
        ...describeTimeZone(meeting.scheduled_at, timeZone),
        describeDuration(meeting.meeting_minutes),
        describePlace(place),
      ),
      paragraph("The attached file adds the meeting to your calendar."),
      ...(meeting.meeting_url
        ? [joinButton(meeting.meeting_url), textLink("Propose another time or cancel", meetingsUrl)]
        : [
            button("View meeting", meetingsUrl),
            paragraph("Need a different time? Propose one under Meetings."),
          ]),
      clientSignature(brand),
      calendarFile(meeting),
      preferences(publicUrl),
      reasonFootnote(`you have a meeting with ${brand.name}.`),
    ],
  };
}
