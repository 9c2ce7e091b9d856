import { getDateFormatter } from "#domain/dates/date-formatter.ts";

const FORMAT = {
  ...{ year: "numeric", month: "short", day: "numeric" },
  ...{ hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" },
} satisfies Intl.DateTimeFormatOptions;

/** Date and time, including seconds, in the user's time zone, such as "Nov 25, 2026, 3:05:09 PM EST". */
export function Timestamp({ at }: { at: string }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={at} className="tabular sm:whitespace-nowrap">
      {getDateFormatter({ ...FORMAT, timeZone }).format(new Date(at))}
    </time>
  );
}
