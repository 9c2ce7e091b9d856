import { getConsultationActions, MAX_CHANGES } from "#domain/consultations/consultation.ts";
import type {
  CancelConsultation,
  RescheduleConsultation,
} from "#domain/consultations/consultation-request.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import {
  announceCancellation,
  announceConfirmation,
  announceNewTime,
  readEmailData,
} from "#server/consultations/announce-consultation.ts";
import type { BookingServices } from "#server/consultations/book-consultation.ts";
import { alertWhenLimited } from "#server/consultations/booking-alert.ts";
import { countConfirmation, enforceUpcomingLimits } from "#server/consultations/booking-limits.ts";
import {
  type ChangeResult,
  readConsultation,
  requireConsultation,
  type StoredConsultation,
  toConsultationDetails,
} from "#server/consultations/find-consultation.ts";
import { storeInquiry } from "#server/consultations/store-inquiry.ts";
import type { Query } from "#server/database/database.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { offerAlternatives } from "#server/scheduling/offer-alternatives.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import { chooseHost, expireHolds, lockSchedule, rejectOverlap } from "#server/scheduling/reserve-time.ts";

/** The token of a link, and the network address of the visitor who opened it. */
export type LinkUse = { token: string; address: string };

/**
 * Confirms the time that a link belongs to. An expired hold is confirmed if its time is still free. Confirming twice has no
 * further effect.
 * @throws {ApiError} 404 for an unknown link, 409 if the consultation was canceled
 */
export function confirmConsultation(
  services: BookingServices,
  { token, address }: LinkUse,
): Promise<ChangeResult> {
  return changeConsultation(services, token, async (query, consultation) => {
    if (consultation.status === "confirmed" || consultation.status === "no_show") {
      return;
    }
    const actions = await readActions(query, consultation, services.now());
    if (!actions.canConfirm) {
      throw noLongerPossibleError(consultation);
    }
    const { status, host_id: hostId, time_zone: timeZone } = consultation;
    const startsAt = toInstant(consultation.starts_at);
    // A hold reserves its time. Without one, the time may be taken.
    const slot =
      status === "held"
        ? { startsAt, endsAt: toInstant(consultation.ends_at), hostId }
        : await chooseHost(query, startsAt, services.now(), { preferredHostId: hostId });
    await confirmTime(services, query, consultation, { ...slot, timeZone, address });
  });
}

/**
 * Moves the consultation that a link belongs to. A hold is also confirmed, because the link proves the address.
 * @throws {ApiError} 404 for an unknown link, 409 if it is too late
 */
export function rescheduleConsultation(
  services: BookingServices,
  { token, address }: LinkUse,
  { startsAt, timeZone }: RescheduleConsultation,
): Promise<ChangeResult> {
  return changeConsultation(services, token, async (query, consultation) => {
    const actions = await readActions(query, consultation, services.now());
    if (!actions.canReschedule) {
      throw actions.canCancel ? tooManyChangesError() : noLongerPossibleError(consultation);
    }
    if (consultation.status === "confirmed" && Date.parse(startsAt) === consultation.starts_at.getTime()) {
      throw new ApiError(409, "same_time", "Your consultation is already at this time. Choose another one.");
    }
    const slot = await chooseHost(query, startsAt, services.now(), {
      moved: { consultationId: consultation.id },
      preferredHostId: consultation.host_id,
    });
    await confirmTime(services, query, consultation, {
      ...slot,
      timeZone: timeZone ?? consultation.time_zone,
      address,
    });
  });
}

/**
 * Cancels the consultation that a link belongs to. Canceling twice has no further effect.
 * @throws {ApiError} 404 for an unknown link, 409 if it is too late
 */
export function cancelConsultation(
  services: BookingServices,
  token: string,
  { reason }: CancelConsultation,
): Promise<ChangeResult> {
  return changeConsultation(services, token, async (query, consultation) => {
    if (consultation.status === "cancelled") {
      return;
    }
    const actions = await readActions(query, consultation, services.now());
    if (!actions.canCancel) {
      throw noLongerPossibleError(consultation);
    }
    const changed = await query(
      `update public.consultations
          set status = 'cancelled', cancelled_at = $2, cancelled_by = 'visitor', cancel_reason = $3,
              calendar_sequence = calendar_sequence + 1
        where id = $1 and status = $4 returning id`,
      [consultation.id, services.now(), reason, consultation.status],
    );
    requireChange(changed);
    if (consultation.status === "confirmed") {
      await announceCancellation(services, query, consultation.id);
    }
  });
}

function changeConsultation(
  services: BookingServices,
  token: string,
  change: (query: Query, consultation: StoredConsultation) => Promise<void>,
): Promise<ChangeResult> {
  const { database, now } = services;
  const runChange = () =>
    database.bypassPolicies({ reason: "change a consultation" }, async (query) => {
      await lockSchedule(query);
      await expireHolds(query, now());
      const consultation = await requireConsultation(query, token, now());
      await change(query, consultation);
      const changed = await readConsultation(query, consultation.id);
      return { ok: true, consultation: await toConsultationDetails(query, changed, now()) } as const;
    });
  return alertWhenLimited(services, () => offerAlternatives(services, runChange));
}

/** `address` is the network address of the visitor. */
type NewTime = { startsAt: Instant; endsAt: Instant; hostId: string; timeZone: string; address: string };

async function confirmTime(
  services: BookingServices,
  query: Query,
  consultation: StoredConsultation,
  { startsAt, endsAt, hostId, timeZone, address }: NewTime,
): Promise<void> {
  const { id, status } = consultation;
  const now = services.now();
  if (status !== "confirmed") {
    await enforceUpcomingLimits(query, { email: consultation.email, isClient: false, now });
    await countConfirmation(services, query, address);
  }
  const changed = await rejectOverlap(startsAt, () =>
    query(
      `update public.consultations
          set status = 'confirmed', confirmed_at = coalesce(confirmed_at, $6), host_id = $2, starts_at = $3, ends_at = $4,
              time_zone = $5,
              previous_starts = case when starts_at = $3 then previous_starts else previous_starts || starts_at end,
              visitor_changes = visitor_changes + case when starts_at = $3 then 0 else 1 end,
              calendar_sequence = calendar_sequence + case when status = 'confirmed' then 1 else 0 end
        where id = $1 and status = $7 returning id`,
      [id, hostId, new Date(startsAt), new Date(endsAt), timeZone, now, status],
    ),
  );
  requireChange(changed);
  if (status === "confirmed") {
    const { consultation: moved, content, url } = await readEmailData(services, query, id);
    await announceNewTime(
      { previous: consultation, consultation: moved },
      {
        url,
        publicUrl: services.config.publicUrl,
        firmTimeZone: content.firmTimeZone,
        queue: (email) => queueEmail(query, services.jobs, email),
      },
    );
  } else {
    await storeInquiry(query, id, now);
    await announceConfirmation(services, query, id);
  }
}

/** @throws {ApiError} 409 if no row was changed, because its status is no longer the one that was read */
function requireChange(changed: readonly unknown[]): void {
  if (changed.length === 0) {
    throw new ApiError(409, "changed", "This consultation just changed. Open your link again.");
  }
}

async function readActions(
  query: Query,
  { status, visitor_changes: changes, ...times }: StoredConsultation,
  now: Date,
) {
  const settings = await readSchedulingSettings(query);
  const startsAt = toInstant(times.starts_at);
  const endsAt = toInstant(times.ends_at);
  return getConsultationActions({ status, startsAt, endsAt, changes }, settings.change_notice_minutes, now);
}

/** Each change sends two emails. */
function tooManyChangesError(): ApiError {
  return new ApiError(
    409,
    "too_many_changes",
    `You've rescheduled this consultation ${MAX_CHANGES} times. Email us to reschedule it again.`,
  );
}

function noLongerPossibleError({ status }: StoredConsultation): ApiError {
  switch (status) {
    case "cancelled":
      return new ApiError(409, "cancelled", "This consultation was canceled. Book a new time.");
    case "confirmed":
    case "no_show":
      return new ApiError(
        409,
        "too_late",
        "It's too late to change this consultation here. Email us instead.",
      );
    case "held":
    case "expired":
      return new ApiError(409, "expired", "This time has passed. Book a new time.");
  }
}
