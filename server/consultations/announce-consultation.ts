import { randomUUID } from "node:crypto";
import { brand } from "#brand";
import { toInstant } from "#domain/dates/instant.ts";
import { toCalendarEvent } from "#server/consultations/calendar-event.ts";
import { createConsultationLink } from "#server/consultations/consultation-links.ts";
import { readConsultation, type StoredConsultation } from "#server/consultations/find-consultation.ts";
import type { Query } from "#server/database/database.ts";
import {
  type ConsultationEmail,
  consultationBookedForHost,
  consultationCancelled,
  consultationCancelledForHost,
  consultationConfirmed,
  consultationHeld,
  consultationRescheduled,
  consultationRescheduledForHost,
} from "#server/email/messages/consultation.ts";
import { type OutgoingEmail, queueEmail } from "#server/email/outbox.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import type { Services } from "#server/services.ts";

const ADMIN_PATH = "/admin/bookings?tab=consultations";
const BOOK_PATH = "/book";

type EmailServices = Pick<Services, "jobs" | "config" | "now">;
/** Queues one email, such as `queueEmail` with its first arguments. */
type QueueEmail = (email: OutgoingEmail) => Promise<unknown>;

/** Asks the visitor to confirm the address. Sends one email per hold, unless the visitor requests another one. */
export async function announceHold(
  services: EmailServices,
  query: Query,
  id: string,
  { isRepeated = false } = {},
): Promise<void> {
  const { consultation, content, url } = await readEmailData(services, query, id);
  const holdExpiresAt = toInstant(consultation.hold_expires_at);
  await queueEmail(query, services.jobs, {
    deduplicationKey: `consultation-held:${id}${isRepeated ? `:${randomUUID()}` : ""}`,
    kind: "consultation-held",
    recipient: consultation.email,
    ...consultationHeld(content, { url, holdExpiresAt }, brand),
  });
}

/** Sends the invitation to the visitor and the host. */
export async function announceConfirmation(services: EmailServices, query: Query, id: string): Promise<void> {
  const { consultation, content, url } = await readEmailData(services, query, id);
  await queueEmail(query, services.jobs, {
    deduplicationKey: `consultation-confirmed:${id}`,
    kind: "consultation-confirmed",
    recipient: consultation.email,
    replyTo: consultation.host_email,
    ...consultationConfirmed(content, url, brand),
  });
  await queueEmail(query, services.jobs, {
    ...toHost(consultation, "booked"),
    ...consultationBookedForHost(content, services.config.publicUrl + ADMIN_PATH),
  });
}

type NewTime = {
  previous: StoredConsultation;
  consultation: StoredConsultation;
  /** Set if an administrator moved it. The email contains the reason. */
  movedByFirm?: { reason: string };
};
type Delivery = {
  /** The visitor's link. */
  url: string;
  publicUrl: string;
  firmTimeZone: string;
  queue: QueueEmail;
};

/** Updates the calendars of the visitor and the host. If another host takes the consultation, cancels it for the first one. */
export async function announceNewTime(
  { previous, consultation, movedByFirm }: NewTime,
  { url, publicUrl, firmTimeZone, queue }: Delivery,
): Promise<void> {
  const content = toEmailContent(consultation, firmTimeZone);
  const adminUrl = publicUrl + ADMIN_PATH;
  await queue({
    deduplicationKey: `consultation-rescheduled:${consultation.id}:${consultation.calendar_sequence}`,
    kind: "consultation-rescheduled",
    recipient: consultation.email,
    replyTo: consultation.host_email,
    ...consultationRescheduled(content, { url, movedByFirm }, brand),
  });
  if (consultation.host_id === previous.host_id) {
    await queue({
      ...toHost(consultation, "rescheduled"),
      ...consultationRescheduledForHost(content, adminUrl, movedByFirm),
    });
    return;
  }
  await queue({ ...toHost(consultation, "booked"), ...consultationBookedForHost(content, adminUrl) });
  const moved = { ...previous, calendar_sequence: consultation.calendar_sequence };
  await queue({
    ...toHost(moved, "cancelled"),
    ...consultationCancelledForHost(
      toEmailContent(moved, firmTimeZone),
      adminUrl,
      `${consultation.host_name} takes it at another time.`,
    ),
  });
}

/** Removes the consultation from the calendars of the visitor and the host. */
export async function announceCancellation(services: EmailServices, query: Query, id: string): Promise<void> {
  const consultation = await readConsultation(query, id);
  const { time_zone: firmTimeZone } = await readSchedulingSettings(query);
  await queueCancellation(services.config.publicUrl, consultation, firmTimeZone ?? brand.timeZone, (email) =>
    queueEmail(query, services.jobs, email),
  );
}

/** Queues the emails of a cancellation with a queue function, such as `queueCallerEmail` for administrators. */
export async function queueCancellation(
  publicUrl: string,
  consultation: StoredConsultation,
  firmTimeZone: string,
  queue: QueueEmail,
): Promise<void> {
  const content = toEmailContent(consultation, firmTimeZone);
  const { id, cancel_reason: reason } = consultation;
  await queue({
    deduplicationKey: `consultation-cancelled:${id}`,
    kind: "consultation-cancelled",
    recipient: consultation.email,
    replyTo: consultation.host_email,
    ...consultationCancelled(
      content,
      { isByFirm: consultation.cancelled_by === "firm", reason, bookUrl: publicUrl + BOOK_PATH },
      brand,
    ),
  });
  await queue({
    ...toHost(consultation, "cancelled"),
    ...consultationCancelledForHost(content, publicUrl + ADMIN_PATH, reason),
  });
}

/** Reads the consultation for an email to the visitor, with a new link. */
export async function readEmailData(services: EmailServices, query: Query, id: string) {
  const { config, now } = services;
  const consultation = await readConsultation(query, id);
  const { time_zone: firmTimeZone } = await readSchedulingSettings(query);
  const url = await createConsultationLink(query, {
    consultationId: id,
    publicUrl: config.publicUrl,
    now: now(),
  });
  return { consultation, content: toEmailContent(consultation, firmTimeZone ?? brand.timeZone), url };
}

function toEmailContent(consultation: StoredConsultation, firmTimeZone: string): ConsultationEmail {
  const { name, email, company, topic } = consultation;
  return {
    name,
    email,
    company,
    topic,
    startsAt: toInstant(consultation.starts_at),
    timeZone: consultation.time_zone,
    firmTimeZone,
    hostName: consultation.host_name,
    hostEmail: consultation.host_email,
    meetingUrl: consultation.meeting_url,
    phone: consultation.phone,
    event: toCalendarEvent(consultation),
  };
}

/** The keys of an email to the host. Each change to a consultation has one. */
function toHost(consultation: StoredConsultation, change: "booked" | "rescheduled" | "cancelled") {
  const { id, calendar_sequence, host_email, email } = consultation;
  return {
    deduplicationKey: `consultation-for-host:${id}:${change}:${calendar_sequence}`,
    kind: "consultation-for-host",
    recipient: host_email,
    replyTo: email,
  } as const;
}
