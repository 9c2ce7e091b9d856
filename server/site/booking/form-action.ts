import type { Instant } from "#domain/dates/instant.ts";
import { BOOKING_DETAILS_PATH } from "#domain/scheduling/booking-pages.ts";
import { formatTimeParameter } from "#domain/scheduling/time-parameter.ts";
import { buildLink } from "#server/site/build-link.ts";

/** Returns the URL for submitting the form. It contains the chosen time, so that reloading the response shows it. */
export function buildFormAction(startsAt: Instant | null, zone: string): string {
  return buildLink(BOOKING_DETAILS_PATH, {
    start: startsAt ? formatTimeParameter(startsAt) : undefined,
    zone,
  });
}
