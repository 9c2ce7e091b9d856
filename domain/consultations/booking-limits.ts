import { HOLD_MINUTES } from "#domain/consultations/consultation.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

// Limits on the consultations of visitors. docs/scheduling.md explains them. The limits per hour on forms are in
// server/http/form-protection.ts.

/** A limit on the bookings of all visitors, or of those who share a network or an email domain. Administrators are alerted. */
export type BookingLimit = ClosedSets["private.reached_limits.name"];

/** The maximum number of unconfirmed bookings per email address. Someone else may have entered the address. */
export const MAX_HOLDS_PER_EMAIL = 2;

/** The maximum number of unconfirmed bookings per network group and per email domain, so that one of them cannot use up all holds. */
export const MAX_HOLDS_PER_GROUP = 10;

/** The maximum number of unconfirmed bookings of all visitors. */
export const MAX_HOLDS = 50;

/** The maximum number of confirmed consultations in the future per email address. */
export const MAX_UPCOMING_PER_EMAIL = 2;

/** The maximum number of confirmed consultations in the future per email domain. */
export const MAX_UPCOMING_PER_DOMAIN = 5;

/** How many consultations one network can confirm within a day. People in an office share an address. */
export const MAX_DAILY_CONFIRMATIONS_PER_NETWORK = 5;

/** How many consultations one network group can confirm within a day. */
export const MAX_DAILY_CONFIRMATIONS_PER_GROUP = 10;

/** The maximum number of consultations that all visitors can confirm within an hour. */
export const MAX_CONFIRMATIONS_PER_HOUR = 30;

/** When visitors confirm this number of consultations within a day, administrators are alerted. */
export const UNUSUAL_DAILY_CONFIRMATIONS = 10;

/** The number of unconfirmed bookings. */
export type HoldCounts = { perEmail: number; perNetwork: number; perDomain: number; total: number };

/** Returns the first limit that prevents another unconfirmed booking. */
export function findReachedHoldLimit(counts: HoldCounts): keyof HoldCounts | null {
  if (counts.perEmail >= MAX_HOLDS_PER_EMAIL) {
    return "perEmail";
  }
  if (counts.perNetwork >= MAX_HOLDS_PER_GROUP) {
    return "perNetwork";
  }
  if (counts.perDomain >= MAX_HOLDS_PER_GROUP) {
    return "perDomain";
  }
  return counts.total >= MAX_HOLDS ? "total" : null;
}

/** The number of confirmed consultations in the future. */
export type UpcomingCounts = { perEmail: number; perDomain: number };

/** Returns the first limit that prevents another confirmed consultation. */
export function findReachedUpcomingLimit(counts: UpcomingCounts): keyof UpcomingCounts | null {
  if (counts.perEmail >= MAX_UPCOMING_PER_EMAIL) {
    return "perEmail";
  }
  return counts.perDomain >= MAX_UPCOMING_PER_DOMAIN ? "perDomain" : null;
}

const HOLD_LIMIT_MESSAGES = {
  perEmail: `This address has ${MAX_HOLDS_PER_EMAIL} bookings waiting for confirmation. Open the link in one of our emails, or try again in ${HOLD_MINUTES} minutes.`,
  perNetwork: `Your network has ${MAX_HOLDS_PER_GROUP} bookings waiting for confirmation. Try again in ${HOLD_MINUTES} minutes, or email us.`,
  perDomain: `Your email domain has ${MAX_HOLDS_PER_GROUP} bookings waiting for confirmation. Try again in ${HOLD_MINUTES} minutes, or email us.`,
  total: "We're getting an unusual number of bookings. Try again later, or email us.",
} satisfies Record<keyof HoldCounts, string>;

/** Explains to a visitor why a time cannot be held. */
export function holdLimitMessage(limit: keyof HoldCounts): string {
  return HOLD_LIMIT_MESSAGES[limit];
}

const UPCOMING_LIMIT_MESSAGES = {
  perEmail: `You already have ${MAX_UPCOMING_PER_EMAIL} consultations. Reschedule or cancel one with the link in its confirmation email.`,
  perDomain: `People with your email domain already have ${MAX_UPCOMING_PER_DOMAIN} consultations. Email us to book another one.`,
} satisfies Record<keyof UpcomingCounts, string>;

/** Explains to a visitor why a consultation cannot be confirmed. */
export function upcomingLimitMessage(limit: keyof UpcomingCounts): string {
  return UPCOMING_LIMIT_MESSAGES[limit];
}

const BOOKING_LIMIT_MESSAGES = {
  holds: `${MAX_HOLDS} bookings are waiting for confirmation. Visitors can't book until some are confirmed or expire.`,
  confirmations: `Visitors confirmed ${MAX_CONFIRMATIONS_PER_HOUR} consultations within an hour. They can't confirm more until the number drops.`,
  network:
    "Visitors from one network, such as an office or a mobile carrier, reached the booking limit. Others from this network are asked to email you.",
  domain:
    "Visitors with the same email domain reached the booking limit. Others with this domain are asked to email you.",
  daily_confirmations: `Visitors confirmed at least ${UNUSUAL_DAILY_CONFIRMATIONS} consultations within a day. They can still book more.`,
} satisfies Record<BookingLimit, string>;

/** Explains to administrators what a reached limit prevents. */
export function bookingLimitMessage(limit: BookingLimit): string {
  return BOOKING_LIMIT_MESSAGES[limit];
}

const BOOKING_LIMIT_TITLES = {
  holds: "Unusual number of consultation bookings",
  confirmations: "Unusual number of consultation bookings",
  daily_confirmations: "Unusual number of consultation bookings",
  network: "Many consultation bookings from one network",
  domain: "Many consultation bookings from one email domain",
} satisfies Record<BookingLimit, string>;

export function bookingLimitTitle(limit: BookingLimit): string {
  return BOOKING_LIMIT_TITLES[limit];
}
