import type { BookingLimit } from "#domain/consultations/booking-limits.ts";
import type { Query } from "#server/database/database.ts";
import { queueFirmEmail } from "#server/email/firm-email.ts";
import { bookingLimitReached } from "#server/email/messages/booking-alert.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/** The bookings of all visitors, or of those who share a network or an email domain, reached a limit. */
export class BookingLimitError extends ApiError {
  readonly limit: BookingLimit;

  constructor(limit: BookingLimit, { status, code, message, headers }: ApiError) {
    super(status, code, message, headers);
    this.limit = limit;
  }
}

/** Runs work that books or confirms. Alerts administrators if a limit that visitors share prevents it. */
export async function alertWhenLimited<Result>(
  services: Pick<Services, "database" | "jobs" | "config" | "now" | "log">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BookingLimitError) {
      services.log.warn({ limit: error.limit }, "limit of bookings reached");
      await services.database.bypassPolicies({ reason: "report a reached booking limit" }, (query) =>
        recordReachedLimit(services, query, error.limit),
      );
    }
    throw error;
  }
}

/** Reports a reached limit on the dashboard, and by email once per day. `query` must bypass row policies. */
export async function recordReachedLimit(
  services: Pick<Services, "jobs" | "config" | "now">,
  query: Query,
  limit: BookingLimit,
): Promise<void> {
  const now = services.now();
  await query(
    `insert into private.reached_limits (name, reached_at) values ($1, $2)
     on conflict (name) do update set reached_at = excluded.reached_at`,
    [limit, now],
  );
  await queueFirmEmail(services, query, {
    deduplicationKey: `booking-limit:${limit}:${now.toISOString().slice(0, 10)}`,
    kind: "booking-alarm",
    ...bookingLimitReached(limit, services.config.publicUrl),
  });
}
