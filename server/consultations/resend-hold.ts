import { HOLD_MINUTES } from "#domain/consultations/consultation.ts";
import type { ConsultationRequest } from "#domain/consultations/consultation-request.ts";
import { announceHold } from "#server/consultations/announce-consultation.ts";
import { enforceHoldLimits } from "#server/consultations/booking-limits.ts";
import type { StoredConsultation } from "#server/consultations/find-consultation.ts";
import type { Query } from "#server/database/database.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

/** The visitor can enter any address, so limit the emails to each. */
const LIMIT_PER_HOLD: RateLimit = {
  name: "consultation-hold",
  points: 5,
  seconds: HOLD_MINUTES * 60,
  message: "We've sent several emails for this booking. Check your spam folder, or email us.",
};

type RepeatedForm = {
  request: ConsultationRequest;
  /** The network address of the visitor. */
  address: string;
  /** Whether the visitor requests the email again. */
  sendsAgain: boolean;
};

/**
 * Handles a form whose time is held. With another email address, the hold moves to that address, and links sent to the earlier
 * one stop working. With the same address, sends the email again only if the visitor requests it. The hold is not extended.
 * @throws {ApiError} 409 or 429 if a limit is reached. The hold does not change.
 */
export async function resendHold(
  services: Pick<Services, "jobs" | "config" | "now" | "rateLimits">,
  query: Query,
  hold: StoredConsultation,
  { request, address, sendsAgain }: RepeatedForm,
): Promise<void> {
  const { name, email, company, topic } = request;
  const hasNewAddress = email !== hold.email;
  if (!hasNewAddress && !sendsAgain) {
    return;
  }
  await services.rateLimits.take(query, LIMIT_PER_HOLD, hold.id);
  if (hasNewAddress) {
    await enforceHoldLimits(query, { email, address, changedId: hold.id });
    await query("delete from private.consultation_tokens where consultation_id = $1", [hold.id]);
    await query(
      "update public.consultations set name = $2, email = $3, company = $4, topic = $5 where id = $1 and status = 'held'",
      [hold.id, name, email, company, topic],
    );
  }
  await announceHold(services, query, hold.id, { isRepeated: true });
}
