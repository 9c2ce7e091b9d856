import { brand } from "#brand";
import { type ConsultationDetails, getConsultationActions } from "#domain/consultations/consultation.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { hashToken } from "#server/consultations/consultation-links.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import { ApiError } from "#server/http/errors.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";

const CONSULTATION = `
  select consultation.id, consultation.status, consultation.starts_at, consultation.ends_at, consultation.time_zone,
         consultation.name, consultation.email, consultation.company, consultation.topic, consultation.client_id,
         consultation.inquiry_id, consultation.calendar_sequence, consultation.hold_expires_at, consultation.confirmed_at,
         consultation.cancel_reason, consultation.cancelled_by, consultation.host_id,
         consultation.visitor_changes,
         host.name as host_name, host.email as host_email, host.meeting_url, host.phone
    from public.consultations as consultation
    join public.consultation_hosts as host on host.id = consultation.host_id` as const;
const BY_ID = `${CONSULTATION} where consultation.id = $1` as const;
const BY_FORM = `${CONSULTATION} where consultation.form_id = $1` as const;
const BY_TOKEN = `${CONSULTATION}
    join private.consultation_tokens as token on token.consultation_id = consultation.id
   where token.token_hash = $1 and consultation.ends_at > $2` as const;

/** A consultation with its host. */
export type StoredConsultation = StatementRow<typeof BY_ID>;

export async function findConsultationByForm(
  query: Query,
  formId: string,
): Promise<StoredConsultation | null> {
  const [consultation] = await query(BY_FORM, [formId]);
  return consultation ?? null;
}

/** @throws if there is no consultation with this id */
export async function readConsultation(query: Query, id: string): Promise<StoredConsultation> {
  const [consultation] = await query(BY_ID, [id]);
  if (!consultation) {
    throw new Error("the consultation was deleted");
  }
  return consultation;
}

/**
 * Returns the consultation that a link belongs to. A link is valid until the consultation ends.
 * @throws {ApiError} 404 for an unknown or expired link
 */
export async function requireConsultation(
  query: Query,
  token: string,
  now: Date,
): Promise<StoredConsultation> {
  const [consultation] = await query(BY_TOKEN, [hashToken(token), now]);
  if (!consultation) {
    throw new ApiError(404, "unknown_link", "This link is no longer valid. Book a new time.");
  }
  return consultation;
}

/** Returns what the visitor sees. The meeting place is shown when the consultation is confirmed. */
export async function toConsultationDetails(
  query: Query,
  consultation: StoredConsultation,
  now: Date,
): Promise<ConsultationDetails> {
  const settings = await readSchedulingSettings(query);
  const { status, name, email, company, topic } = consultation;
  const startsAt = toInstant(consultation.starts_at);
  const endsAt = toInstant(consultation.ends_at);
  const isConfirmed = status === "confirmed";
  return {
    status,
    startsAt,
    endsAt,
    timeZone: consultation.time_zone,
    firmTimeZone: settings.time_zone ?? brand.timeZone,
    name,
    email,
    company,
    topic,
    host: consultation.host_name,
    meetingUrl: isConfirmed ? consultation.meeting_url : null,
    phone: isConfirmed ? consultation.phone : null,
    holdExpiresAt: toInstant(consultation.hold_expires_at),
    cancelReason: consultation.cancel_reason,
    cancelledBy: consultation.cancelled_by,
    actions: getConsultationActions(
      { status, startsAt, endsAt, changes: consultation.visitor_changes },
      settings.change_notice_minutes,
      now,
    ),
  };
}

/** How a visitor's change ended. `freeTimes` are other times, if the chosen one is not free. */
export type ChangeResult =
  | { ok: true; consultation: ConsultationDetails }
  | { ok: false; reason: "time_taken"; freeTimes: Instant[] };
