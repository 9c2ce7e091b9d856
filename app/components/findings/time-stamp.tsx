import type { Instant } from "#domain/dates/instant.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";

/** A time in the user's time zone. */
export function TimeStamp({ at }: { at: Instant }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={at} title={new Date(at).toLocaleString("en-US")}>
      {formatRelativeTime(at, new Date(), timeZone)}
    </time>
  );
}
