import type { Instant } from "#domain/dates/instant.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type ConsultationRow = Tables<"consultations">;
export type ConsultationStatus = ConsultationRow["status"];

/** How long a visitor has to confirm the email address. */
export const HOLD_MINUTES = 30;

/** How often a visitor can reschedule a consultation, and a client a meeting. */
export const MAX_CHANGES = 5;

/** Minutes before the start from which joining the call is the primary action. */
const JOIN_MINUTES = 15;

const MS_PER_MINUTE = 60_000;

const CONSULTATION_STATUS_BADGES = {
  held: { label: "Not confirmed", tone: "warning" },
  confirmed: { label: "Confirmed", tone: "positive" },
  cancelled: { label: "Canceled", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
  no_show: { label: "No-show", tone: "negative" },
} satisfies Record<ConsultationStatus, StatusBadge>;

/** Consultation statuses, in filter order. */
export const CONSULTATION_STATUSES = listKeys(CONSULTATION_STATUS_BADGES);

export function consultationStatusBadge(status: ConsultationStatus): StatusBadge {
  return toStatusBadge(CONSULTATION_STATUS_BADGES, status);
}

type StoredConsultation = { status: ConsultationStatus; startsAt: Instant; endsAt: Instant };
/** `changes` is how often the visitor has rescheduled it. */
type ChangedConsultation = StoredConsultation & { changes: number };

/** Whether an administrator can cancel the consultation: before its start, even if it is not confirmed yet. */
export function canBeCanceled({ status, startsAt }: StoredConsultation, now: Date): boolean {
  return (status === "held" || status === "confirmed") && Date.parse(startsAt) > now.getTime();
}

/** Whether an administrator can reschedule the consultation: a confirmed one before its start. */
export function canBeMoved({ status, startsAt }: StoredConsultation, now: Date): boolean {
  return status === "confirmed" && Date.parse(startsAt) > now.getTime();
}

/** Whether an administrator can record that the visitor did not attend. */
export function canMarkNoShow({ status, startsAt }: StoredConsultation, now: Date): boolean {
  return status === "confirmed" && Date.parse(startsAt) <= now.getTime();
}

/** Returns how many minutes a hold lasts, rounded up and at least 1. */
export function countMinutesLeft(holdExpiresAt: Instant | null, now: Date): number {
  return holdExpiresAt === null
    ? HOLD_MINUTES
    : Math.max(1, Math.ceil((Date.parse(holdExpiresAt) - now.getTime()) / MS_PER_MINUTE));
}

/** Whether a consultation starts within 15 minutes or has started. */
export function isTimeToJoin(startsAt: Instant, now: Date): boolean {
  return Date.parse(startsAt) - now.getTime() <= JOIN_MINUTES * MS_PER_MINUTE;
}

/** What the visitor can do with the link in an email. */
export type ConsultationActions = {
  canConfirm: boolean;
  canReschedule: boolean;
  canCancel: boolean;
  /** How often the visitor can still reschedule it. */
  changesLeft: number;
};

/**
 * Returns what the visitor can do now. A hold that has expired can be confirmed if its time is still free, because people
 * may need more time to read an email. Confirmed times can change until the notice period.
 */
export function getConsultationActions(
  { status, startsAt, changes }: ChangedConsultation,
  changeNoticeMinutes: number,
  now: Date,
): ConsultationActions {
  const msToStart = Date.parse(startsAt) - now.getTime();
  const isUnconfirmed = status === "held" || status === "expired";
  const isBeforeNotice =
    status === "confirmed" && msToStart > 0 && msToStart >= changeNoticeMinutes * MS_PER_MINUTE;
  return {
    canConfirm: isUnconfirmed && msToStart > 0,
    canReschedule: (isUnconfirmed || isBeforeNotice) && changes < MAX_CHANGES,
    canCancel: (status === "held" && msToStart > 0) || isBeforeNotice,
    changesLeft: Math.max(0, MAX_CHANGES - changes),
  };
}

/** A consultation as the visitor sees it. */
export type ConsultationDetails = {
  status: ConsultationStatus;
  startsAt: Instant;
  endsAt: Instant;
  /** The visitor's time zone. */
  timeZone: string;
  firmTimeZone: string;
  name: string;
  email: string;
  company: string;
  topic: string;
  host: string;
  /** Exactly one of the two is set. Both are null until the consultation is confirmed. */
  meetingUrl: string | null;
  phone: string | null;
  holdExpiresAt: Instant | null;
  cancelReason: string;
  cancelledBy: ConsultationRow["cancelled_by"];
  actions: ConsultationActions;
};

/** The page that a link in an email opens. */
export function consultationPath(token: string): string {
  return `/book/manage/${token}`;
}
