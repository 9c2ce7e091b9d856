import {
  HOLD_MINUTES,
  MAX_CONFIRMATIONS_PER_HOUR,
  MAX_HOLDS,
  MAX_HOLDS_PER_EMAIL,
  MAX_UPCOMING_PER_EMAIL,
} from "#domain/consultations/consultation.ts";
import { BookingLimitError } from "#server/consultations/booking-alert.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

const MS_PER_HOUR = 3_600_000;

/**
 * Call `lockSchedule` and `expireHolds` first. Someone else may have entered the address, so its earlier hold stays.
 * @throws {ApiError} 409 if the address holds the maximum number of times, or {BookingLimitError} if all visitors do
 */
export async function enforceHoldLimits(query: Query, email: string): Promise<void> {
  const [row] = await query(
    `select count(*)::integer as all_holds,
            count(*) filter (where private.mailbox(email) = private.mailbox($1))::integer as own_holds
       from public.consultations where status = 'held'`,
    [email],
  );
  if ((row?.own_holds ?? 0) >= MAX_HOLDS_PER_EMAIL) {
    throw new ApiError(
      409,
      "too_many_holds",
      `This address has ${MAX_HOLDS_PER_EMAIL} bookings waiting for confirmation. Open the link in one of our emails, or try again in ${HOLD_MINUTES} minutes.`,
    );
  }
  if ((row?.all_holds ?? 0) >= MAX_HOLDS) {
    throw new BookingLimitError("holds", HOLD_MINUTES * 60);
  }
}

/** @throws {BookingLimitError} if visitors confirmed the maximum number of consultations within the last hour */
export async function enforceConfirmationLimit(query: Query, now: Date): Promise<void> {
  const [row] = await query(
    "select count(*)::integer as confirmations from public.consultations where confirmed_at > $1",
    [new Date(now.getTime() - MS_PER_HOUR)],
  );
  if ((row?.confirmations ?? 0) >= MAX_CONFIRMATIONS_PER_HOUR) {
    throw new BookingLimitError("confirmations", MS_PER_HOUR / 1000);
  }
}

/** @throws {ApiError} 409 if the address has the maximum number of consultations. Only its owner can find out. */
export async function enforceUpcomingLimit(query: Query, email: string, now: Date): Promise<void> {
  const [row] = await query(
    `select count(*)::integer as upcoming from public.consultations
      where status = 'confirmed' and private.mailbox(email) = private.mailbox($1) and starts_at > $2`,
    [email, now],
  );
  if ((row?.upcoming ?? 0) >= MAX_UPCOMING_PER_EMAIL) {
    throw new ApiError(
      409,
      "too_many_consultations",
      `You already have ${MAX_UPCOMING_PER_EMAIL} consultations. Reschedule or cancel one with the link in its email.`,
    );
  }
}

/** Returns the mailbox of an address, for counting: without its tag and dots. `query` must bypass row policies. */
export async function readMailbox(query: Query, email: string): Promise<string> {
  const [row] = await query("select private.mailbox($1) as mailbox", [email]);
  return row?.mailbox ?? email;
}
