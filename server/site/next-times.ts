import type { Instant } from "#domain/dates/instant.ts";
import { BOOKING_DETAILS_PATH } from "#domain/scheduling/booking-pages.ts";
import { pickNextTimes } from "#domain/scheduling/pick-next-times.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { formatTimeParameter } from "#domain/scheduling/time-parameter.ts";
import type { ConsultationService } from "#server/consultations/consultation-service.ts";
import type { Logger } from "#server/observability/logger.ts";
import { buildLink } from "#server/site/build-link.ts";
import { type CachedValue, createCachedValue } from "#server/site/cached-value.ts";
import { readPageTemplate } from "#server/site/page-template.ts";

/** The next free times for a consultation, in the firm's time zone. */
export type NextTimes = { times: readonly Instant[]; timeZone: string };

const PLACEHOLDER = "{{nextTimes}}";
const COUNT = 3;

/** Caches the next free times for the landing page. If a time has been taken since, its page offers others. */
export function createNextTimesCache(
  consultations: Pick<ConsultationService, "listTimes">,
  log: Logger,
  now: () => Date,
): CachedValue<NextTimes> {
  return createCachedValue<NextTimes>({
    initial: { times: [], timeZone: "UTC" },
    async load() {
      const { times, timeZone } = await consultations.listTimes();
      return { times: pickNextTimes(times, timeZone, COUNT), timeZone };
    },
    ...{ maxAgeMs: 10_000, name: "next free times", log, now },
  });
}

/** Fills in app/site/landing/next-times.tsx. Other pages are returned unchanged. */
export function insertNextTimes(html: string, { times, timeZone }: NextTimes): string {
  if (!html.includes(PLACEHOLDER)) {
    return html;
  }
  const template = readPageTemplate(html);
  const items = times.map((time) =>
    template.fragment("nextTime", {
      link: buildLink(BOOKING_DETAILS_PATH, { start: formatTimeParameter(time), zone: timeZone }),
      time,
      label: formatShortTime(new Date(time), timeZone),
    }),
  );
  return template.page({
    nextTimes: items.length === 0 ? "" : template.fragment("nextTimes", { times: items }),
  });
}
