import type { Instant } from "#domain/dates/instant.ts";
import { BOOKING_DETAILS_PATH } from "#domain/scheduling/booking-pages.ts";
import { formatTimeParameter } from "#domain/scheduling/time-parameter.ts";
import { buildLink } from "#server/site/build-link.ts";

/** The URL that the form is sent to. Reloading the page that answers it must show the chosen time. */
export function buildFormAction(startsAt: Instant | null, zone: string): string {
  return buildLink(BOOKING_DETAILS_PATH, {
    start: startsAt ? formatTimeParameter(startsAt) : undefined,
    zone,
  });
}
