import {
  findReachedHoldLimit,
  findReachedUpcomingLimit,
  holdLimitMessage,
  MAX_CONFIRMATIONS_PER_HOUR,
  MAX_DAILY_CONFIRMATIONS_PER_GROUP,
  MAX_DAILY_CONFIRMATIONS_PER_NETWORK,
  UNUSUAL_DAILY_CONFIRMATIONS,
  upcomingLimitMessage,
} from "#domain/consultations/booking-limits.ts";
import { HOLD_MINUTES } from "#domain/consultations/consultation.ts";
import { getOrganizationDomain } from "#domain/consultations/email-domain.ts";
import { BookingLimitError, recordReachedLimit } from "#server/consultations/booking-alert.ts";
import type { Query } from "#server/database/database.ts";
import { toNetworkGroup, toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const SECONDS_PER_DAY = MS_PER_DAY / 1000;

const CONFIRMATION_MESSAGE =
  "Several consultations were booked from your network today. Try again tomorrow, or email us.";
const LIMIT_PER_NETWORK: RateLimit = {
  name: "confirmation-network",
  points: MAX_DAILY_CONFIRMATIONS_PER_NETWORK,
  seconds: SECONDS_PER_DAY,
  message: CONFIRMATION_MESSAGE,
};
const LIMIT_PER_GROUP: RateLimit = {
  name: "confirmation-group",
  points: MAX_DAILY_CONFIRMATIONS_PER_GROUP,
  seconds: SECONDS_PER_DAY,
  message: CONFIRMATION_MESSAGE,
};

/** The names that alerts use for the limits per network and per email domain. */
const SHARED_LIMITS = { perNetwork: "network", perDomain: "domain" } as const;

/** The email address that a visitor entered, and the network address of the visitor. */
type Visitor = { email: string; address: string };

/**
 * Call `lockSchedule` and `expireHolds` first. Someone else may have entered the email address, so its earlier hold stays.
 * `changedId` is a hold whose address changes. It is not counted.
 * @throws {ApiError} 409 if the email address holds the maximum number of times
 * @throws {BookingLimitError} if all visitors, or those with the same network or email domain, hold the maximum number
 */
export async function enforceHoldLimits(
  query: Query,
  { email, address, changedId = null }: Visitor & { changedId?: string | null },
): Promise<void> {
  const [row] = await query(
    `select count(*)::integer as all_holds,
            count(*) filter (where private.mailbox(email) = private.mailbox($1))::integer as own_holds,
            count(*) filter (where network = $2)::integer as network_holds,
            count(*) filter (where private.is_in_domain(email, $3))::integer as domain_holds
       from public.consultations
       left join private.hold_networks on consultation_id = id
      where status = 'held' and id is distinct from $4`,
    [email, toNetworkGroup(address), getOrganizationDomain(email), changedId],
  );
  const reached = findReachedHoldLimit({
    perEmail: row?.own_holds ?? 0,
    perNetwork: row?.network_holds ?? 0,
    perDomain: row?.domain_holds ?? 0,
    total: row?.all_holds ?? 0,
  });
  if (reached === "total") {
    throw new BookingLimitError("holds", tooManyBookingsError(HOLD_MINUTES * 60));
  }
  if (reached) {
    const error = new ApiError(409, "too_many_holds", holdLimitMessage(reached));
    throw reached === "perEmail" ? error : new BookingLimitError(SHARED_LIMITS[reached], error);
  }
}

function tooManyBookingsError(seconds: number): ApiError {
  return new ApiError(429, "too_many_bookings", holdLimitMessage("total"), {
    "Retry-After": String(seconds),
  });
}

/** Stores the network of a hold until it ends, for `enforceHoldLimits`. */
export async function storeHoldNetwork(query: Query, consultationId: string, address: string): Promise<void> {
  await query("insert into private.hold_networks (consultation_id, network) values ($1, $2)", [
    consultationId,
    toNetworkGroup(address),
  ]);
}

/**
 * Counts a confirmation, unless the transaction is rolled back. Alerts administrators when visitors confirm an unusual
 * number within a day. Call `lockSchedule` first.
 * @throws {BookingLimitError} if the visitor's network confirmed the maximum number within a day, or all visitors within
 * an hour
 */
export async function countConfirmation(
  services: Pick<Services, "database" | "jobs" | "config" | "now" | "log" | "rateLimits">,
  query: Query,
  address: string,
): Promise<void> {
  const now = services.now().getTime();
  // Bookings of clients have no hold.
  const [row] = await query(
    `select count(*) filter (where confirmed_at > $1)::integer as hourly_count, count(*)::integer as daily_count
       from public.consultations where confirmed_at > $2 and hold_expires_at is not null`,
    [new Date(now - MS_PER_HOUR), new Date(now - MS_PER_DAY)],
  );
  if ((row?.hourly_count ?? 0) >= MAX_CONFIRMATIONS_PER_HOUR) {
    throw new BookingLimitError("confirmations", tooManyBookingsError(MS_PER_HOUR / 1000));
  }
  try {
    await services.rateLimits.take(query, LIMIT_PER_NETWORK, toNetworkPrefix(address));
    await services.rateLimits.take(query, LIMIT_PER_GROUP, toNetworkGroup(address));
  } catch (error) {
    throw error instanceof ApiError ? new BookingLimitError("network", error) : error;
  }
  if ((row?.daily_count ?? 0) + 1 >= UNUSUAL_DAILY_CONFIRMATIONS) {
    await recordReachedLimit(services, query, "daily_confirmations");
  }
}

/**
 * Call it only for the owner of the email address, because the error shows how many consultations there are. The domain of a
 * signed-in client is not limited.
 * @throws {ApiError} 409 if the email address has the maximum number of consultations
 * @throws {BookingLimitError} if its domain has it
 */
export async function enforceUpcomingLimits(
  query: Query,
  { email, isClient, now }: { email: string; isClient: boolean; now: Date },
): Promise<void> {
  const [row] = await query(
    `select count(*) filter (where private.mailbox(email) = private.mailbox($1))::integer as own_consultations,
            count(*) filter (where private.is_in_domain(email, $2))::integer as domain_consultations
       from public.consultations where status = 'confirmed' and starts_at > $3`,
    [email, isClient ? null : getOrganizationDomain(email), now],
  );
  const limit = findReachedUpcomingLimit({
    perEmail: row?.own_consultations ?? 0,
    perDomain: row?.domain_consultations ?? 0,
  });
  if (limit) {
    const error = new ApiError(409, "too_many_consultations", upcomingLimitMessage(limit));
    throw limit === "perEmail" ? error : new BookingLimitError(SHARED_LIMITS[limit], error);
  }
}

/** Returns the mailbox of an address, for counting. `query` must bypass row policies. */
export async function readMailbox(query: Query, email: string): Promise<string> {
  const [row] = await query("select private.mailbox($1) as mailbox", [email]);
  return row?.mailbox ?? email;
}
