import { memoize } from "#domain/collections/memoize.ts";
import { isTimeZone } from "./calendar-date.ts";
import { getDateFormatter } from "./date-formatter.ts";

const UTC_PATTERN = /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu)$/;

/** More than the number of time zones. Limits the memory for unknown names. */
const MAX_NAMES = 600;

/** Formats an IANA time zone for people: "Eastern Time (New York)" for "America/New_York". */
export const formatTimeZone = memoize((timeZone: string): string => {
  if (UTC_PATTERN.test(timeZone)) {
    return "UTC";
  }
  const city = getCity(timeZone);
  if (!isTimeZone(timeZone)) {
    return city;
  }
  const name = getZoneName(new Date(), timeZone, "longGeneric");
  return name ? `${name} (${city})` : city;
}, MAX_NAMES);

const OFFSET_PATTERN = /^GMT[+-]/;

/**
 * Formats the time zone of a time: "EST", or where English has no common abbreviation, "Central European Standard Time".
 * Zones without a name are formatted as their offset, such as "GMT-5".
 */
export function formatTimeZoneAt(time: Date, timeZone: string): string {
  const short = getZoneName(time, timeZone, "short");
  if (!OFFSET_PATTERN.test(short)) {
    return short;
  }
  const long = getZoneName(time, timeZone, "long");
  return OFFSET_PATTERN.test(long) ? short : long;
}

function getZoneName(time: Date, timeZone: string, style: "short" | "long" | "longGeneric"): string {
  const parts = getDateFormatter({ timeZone, timeZoneName: style }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

function getCity(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
