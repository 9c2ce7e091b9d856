import { formatDateTime } from "#domain/dates/date-time.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatRelativeDateTime, formatRelativeTime } from "#domain/dates/relative-time.ts";

type TimeStampProps = {
  at: Instant;
  /** Whether to show the time of day after the date. */
  hasTime?: boolean;
};

/** A time in the user's time zone. */
export function TimeStamp({ at, hasTime = false }: TimeStampProps) {
  const format = hasTime ? formatRelativeDateTime : formatRelativeTime;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={at} title={formatDateTime(new Date(at), timeZone)}>
      {format(at, new Date(), timeZone)}
    </time>
  );
}
