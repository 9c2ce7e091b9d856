import type { BookingLimit } from "#domain/consultations/consultation.ts";
import { queueFirmEmail } from "#server/email/firm-email.ts";
import { bookingLimitReached } from "#server/email/messages/booking-alert.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/** The bookings of all visitors reached a limit. */
export class BookingLimitError extends ApiError {
  readonly limit: BookingLimit;

  constructor(limit: BookingLimit, seconds: number) {
    super(
      429,
      "too_many_bookings",
      "We're getting an unusual number of bookings. Try again later, or email us.",
      { "Retry-After": String(seconds) },
    );
    this.limit = limit;
  }
}

/** Runs work that books or confirms. Reports a reached limit on the dashboard, and by email once per day. */
export async function alertWhenLimited<Result>(
  services: Pick<Services, "database" | "jobs" | "config" | "now" | "log">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BookingLimitError) {
      await recordReachedLimit(services, error.limit);
    }
    throw error;
  }
}

async function recordReachedLimit(
  services: Pick<Services, "database" | "jobs" | "config" | "now" | "log">,
  limit: BookingLimit,
): Promise<void> {
  const { database, config, now, log } = services;
  log.warn({ limit }, "limit of bookings reached");
  await database.bypassPolicies({ reason: "report a reached booking limit" }, async (query) => {
    await query(
      `insert into private.reached_limits (name, reached_at) values ($1, $2)
       on conflict (name) do update set reached_at = excluded.reached_at`,
      [limit, now()],
    );
    await queueFirmEmail(services, query, {
      deduplicationKey: `booking-limit:${limit}:${now().toISOString().slice(0, 10)}`,
      kind: "booking-alarm",
      ...bookingLimitReached(limit, config.publicUrl),
    });
  });
}
