import type { Brand } from "#brand";
import type { CalendarEvent } from "#domain/calendar/calendar-file.ts";
import type { Instant } from "#domain/dates/instant.ts";
import {
  button,
  details,
  type EmailContent,
  type FormatName,
  greeting,
  invitation,
  joinButton,
  linkButton,
  paragraph,
  quote,
  reasonFootnote,
  signature,
  textLink,
  withTitle,
} from "#server/email/content.ts";
import { describeHostAndPlace, describePlace, formatCall } from "#server/email/meeting-place.ts";
import {
  describeDuration,
  describeTime,
  describeTimeZone,
  formatFullTime,
  formatPeriod,
  formatReminderTime,
  formatSubjectTime,
  formatTextTime,
  type ReminderTiming,
} from "#server/email/meeting-time.ts";

type Firm = Pick<Brand, "name" | "contactEmail">;

/** What emails about a consultation contain. `timeZone` is the visitor's. */
export type ConsultationEmail = {
  name: string;
  email: string;
  company: string;
  topic: string;
  startsAt: Instant;
  timeZone: string;
  firmTimeZone: string;
  hostName: string;
  hostEmail: string;
  meetingUrl: string | null;
  phone: string | null;
  event: CalendarEvent;
};

type HeldConsultation = Pick<
  ConsultationEmail,
  "startsAt" | "timeZone" | "hostName" | "meetingUrl" | "phone" | "event"
>;

/**
 * Sent to the address that a visitor entered, which may be someone else's. Contains no text from the form, so that no one
 * can use the form to send text to another person. The link to the call follows after the confirmation.
 */
export function consultationHeld(
  { startsAt, timeZone, hostName, meetingUrl, phone, event }: HeldConsultation,
  { url, holdExpiresAt }: { url: string; holdExpiresAt: Instant | null },
  brand: Firm,
): EmailContent {
  return {
    subject: `Confirm your consultation with ${brand.name}`,
    blocks: [
      greeting(),
      paragraph(
        holdExpiresAt
          ? `We're holding this time for you until ${formatTextTime(holdExpiresAt, timeZone)}.`
          : "We're holding this time for you.",
      ),
      details(
        ...describeTime(startsAt, timeZone),
        describeDuration(getMinutes({ event })),
        ["With", hostName],
        ...(meetingUrl || phone ? [["Where", meetingUrl ? "Video call" : "By phone"] as const] : []),
      ),
      linkButton("Confirm consultation", url),
      paragraph(
        "Need longer? The link still works if no one else books the time. You can also choose another time.",
      ),
      paragraph("If you didn't book a consultation, you can ignore this email."),
      signature(brand),
      createFootnote(brand),
    ],
  };
}

/** Sent to the visitor, with a calendar invitation. */
export function consultationConfirmed(
  consultation: ConsultationEmail,
  url: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `You're booked: ${formatSubjectTime(consultation.startsAt, consultation.timeZone)}`,
    blocks: [
      greeting(consultation.name),
      paragraph(`Your free consultation with ${brand.name} is confirmed.`),
      listVisitorDetails(consultation),
      paragraph(
        "The attached invitation adds it to your calendar. Need to change your plans? Reschedule or cancel on the consultation page.",
      ),
      button("View consultation", url),
      signature(brand),
      invitation("REQUEST", consultation.event, { name: consultation.name, email: consultation.email }),
      createFootnote(brand),
    ],
  };
}

/** An administrator rescheduled the consultation. The reason may be empty. */
export type MovedByFirm = { reason: string } | undefined;

/** Sent to the visitor when the time changes. The invitation updates the calendar. */
export function consultationRescheduled(
  consultation: ConsultationEmail,
  { url, movedByFirm }: { url: string; movedByFirm?: MovedByFirm },
  brand: Firm,
): EmailContent {
  return {
    subject: `Your new time: ${formatSubjectTime(consultation.startsAt, consultation.timeZone)}`,
    blocks: [
      greeting(consultation.name),
      paragraph(
        movedByFirm
          ? `We had to reschedule your consultation with ${brand.name}, and we're sorry about that. These details replace the earlier ones.`
          : `You rescheduled your consultation with ${brand.name}. These details replace the earlier ones.`,
      ),
      ...(movedByFirm?.reason ? [quote(movedByFirm.reason)] : []),
      listVisitorDetails(consultation),
      paragraph(
        movedByFirm
          ? "The attached invitation updates your calendar. If the new time doesn't work for you, choose another or cancel on the consultation page."
          : "The attached invitation updates your calendar.",
      ),
      button("View consultation", url),
      signature(brand),
      invitation("REQUEST", consultation.event, { name: consultation.name, email: consultation.email }),
      createFootnote(brand),
    ],
  };
}

/** Sent to the visitor. `reason` is the explanation of an administrator who canceled. */
export function consultationCancelled(
  consultation: ConsultationEmail,
  { isByFirm, reason, bookUrl }: { isByFirm: boolean; reason: string; bookUrl: string },
  brand: Firm,
): EmailContent {
  const { startsAt, timeZone } = consultation;
  return {
    subject: `Canceled: your consultation on ${formatSubjectTime(startsAt, timeZone)}`,
    blocks: [
      greeting(consultation.name),
      paragraph(
        isByFirm
          ? `We had to cancel your consultation with ${consultation.hostName} of ${brand.name}, and we're sorry about that.`
          : `You canceled your consultation with ${consultation.hostName} of ${brand.name}.`,
      ),
      ...(isByFirm && reason ? [quote(reason)] : []),
      details(...describeTime(startsAt, timeZone)),
      paragraph(
        "The attached file removes it from your calendar. You can book another time whenever you like.",
      ),
      button("Book a new time", bookUrl),
      signature(brand),
      invitation("CANCEL", consultation.event, { name: consultation.name, email: consultation.email }),
      createFootnote(brand),
    ],
  };
}

/** Sent to the visitor a day and an hour before. */
export function consultationReminder(
  consultation: ConsultationEmail,
  { url, ...timing }: { url: string } & ReminderTiming,
  brand: Firm,
): EmailContent {
  const { startsAt, timeZone, hostName } = consultation;
  const minutes = getMinutes(consultation);
  return {
    subject: `${formatReminderTime(startsAt, timeZone, timing)}: your consultation with ${brand.name}`,
    blocks: [
      greeting(consultation.name),
      paragraph(`${formatPeriod({ startsAt, minutes }, timeZone)}, ${formatCall(hostName, consultation)}.`),
      details(
        ...describeTimeZone(startsAt, timeZone),
        describeDuration(minutes),
        describePlace(consultation),
      ),
      ...(consultation.meetingUrl
        ? [joinButton(consultation.meetingUrl), textLink("Reschedule or cancel", url)]
        : [button("View consultation", url)]),
      signature(brand),
      createFootnote(brand),
    ],
  };
}

/** Sent to the host. Replies go to the visitor. */
export function consultationBookedForHost(consultation: ConsultationEmail, adminUrl: string): EmailContent {
  return createHostEmail(consultation, adminUrl, {
    formatTitle: (shorten) => `Consultation with ${describeVisitor(consultation, shorten)}`,
    text: `${consultation.name} booked a consultation with you. The attached invitation adds it to your calendar.`,
    method: "REQUEST",
  });
}

/** Sent to the host when the visitor chooses another time, or an administrator does. */
export function consultationRescheduledForHost(
  consultation: ConsultationEmail,
  adminUrl: string,
  movedByFirm?: MovedByFirm,
): EmailContent {
  return createHostEmail(consultation, adminUrl, {
    formatTitle: (shorten) => `Rescheduled: consultation with ${describeVisitor(consultation, shorten)}`,
    text: `${movedByFirm ? `Your team rescheduled the consultation with ${consultation.name}.` : `${consultation.name} chose another time.`} The attached invitation updates your calendar.${movedByFirm?.reason ? ` Reason: ${movedByFirm.reason}` : ""}`,
    method: "REQUEST",
  });
}

/** Sent to the host when the consultation is canceled, or when another host takes it. */
export function consultationCancelledForHost(
  consultation: ConsultationEmail,
  adminUrl: string,
  reason: string,
): EmailContent {
  return createHostEmail(consultation, adminUrl, {
    formatTitle: (shorten) => `Canceled: consultation with ${describeVisitor(consultation, shorten)}`,
    text: `This consultation was canceled. The attached file removes it from your calendar.${reason ? ` Reason: ${reason}` : ""}`,
    method: "CANCEL",
  });
}

function describeVisitor({ name, company }: ConsultationEmail, shorten: FormatName): string {
  return `${shorten(name)}, ${shorten(company)}`;
}

type HostEmail = {
  formatTitle: (shorten: FormatName) => string;
  text: string;
  method: "REQUEST" | "CANCEL";
};

function createHostEmail(
  consultation: ConsultationEmail,
  adminUrl: string,
  { formatTitle, text, method }: HostEmail,
): EmailContent {
  return withTitle(formatTitle, [
    paragraph(text),
    details(
      ["Time", formatFullTime(consultation.startsAt, consultation.firmTimeZone)],
      ["Visitor's time", formatFullTime(consultation.startsAt, consultation.timeZone)],
      ...(method === "REQUEST" ? [describeDuration(getMinutes(consultation))] : []),
      ["Name", consultation.name],
      ["Company", consultation.company],
      ["Email", consultation.email],
      ...(method === "REQUEST" ? [describePlace(consultation)] : []),
    ),
    quote(consultation.topic),
    button("View consultations", adminUrl),
    invitation(method, consultation.event, {
      name: consultation.hostName,
      email: consultation.hostEmail,
    }),
    reasonFootnote("you host consultations."),
  ]);
}

function listVisitorDetails(consultation: ConsultationEmail) {
  return details(
    ...describeTime(consultation.startsAt, consultation.timeZone),
    describeDuration(getMinutes(consultation)),
    ...describeHostAndPlace(consultation.hostName, consultation),
  );
}

function getMinutes({ event }: Pick<ConsultationEmail, "event">): number {
  return (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000;
}

function createFootnote(brand: Firm) {
  return reasonFootnote(`this address was used to book a consultation with ${brand.name}.`);
}
