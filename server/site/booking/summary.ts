import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { describeHosts } from "#domain/scheduling/describe-hosts.ts";
import { formatFullDate, formatOtherTime, formatTimeSpan } from "#domain/scheduling/time-labels.ts";
import type { BookableTimes } from "#server/scheduling/free-times.ts";
import type { Html, PageTemplate, TemplateValues } from "#server/site/page-template.ts";

const MS_PER_MINUTE = 60_000;

export type SummaryOptions = {
  startsAt: Instant;
  endsAt: Instant;
  /** The visitor's time zone. */
  timeZone: string;
  firmTimeZone: string;
  place: string | Html;
};

/** Returns the values of the placeholders in app/site/book/consultation-summary.tsx. */
export function formatSummary(options: SummaryOptions): TemplateValues {
  const { startsAt, endsAt, timeZone, firmTimeZone, place } = options;
  return {
    date: formatFullDate(dateInTimeZone(new Date(startsAt), timeZone)),
    time: formatTimeSpan(startsAt, endsAt, timeZone),
    zoneLabel: formatTimeZone(timeZone),
    otherTime: formatOtherTime(startsAt, timeZone, firmTimeZone),
    place,
  };
}

type ChosenTime = {
  offer: BookableTimes;
  zone: string;
  startsAt: Instant;
  /** The name of the assigned host, if the time is held. */
  host?: string | null;
};

/** Renders the summary of a chosen or held time. */
export function renderSummary(template: PageTemplate, { offer, zone, startsAt, host }: ChosenTime): Html {
  const end = new Date(Date.parse(startsAt) + offer.durationMinutes * MS_PER_MINUTE);
  return template.fragment("summary", {
    ...formatSummary({
      ...{ startsAt, endsAt: toInstant(end), timeZone: zone, firmTimeZone: offer.timeZone },
      place: offer.place,
    }),
    hosts: describeHosts(host ? [host] : offer.hosts),
  });
}
