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
  const name = getZoneName(new Date(), timeZone, { style: "longGeneric" });
  return name ? `${name} (${city})` : city;
}, MAX_NAMES);

const OFFSET_PATTERN = /^GMT[+-]/;

/** Each of these regions has its own English abbreviations, such as "EST", "CET" and "AEDT". */
const LOCALES = ["en-US", "en-GB", "en-AU"];

/**
 * Formats the time zone of a time briefly: "EST" or "CET", or where English has no common abbreviation, "Tokyo time". Zones
 * without a city are formatted as their offset, such as "GMT-5".
 */
export function formatTimeZoneAt(time: Date, timeZone: string): string {
  if (UTC_PATTERN.test(timeZone)) {
    return "UTC";
  }
  const names = LOCALES.map((locale) => getZoneName(time, timeZone, { style: "short", locale }));
  const abbreviation = names.find((name) => !OFFSET_PATTERN.test(name));
  return (
    abbreviation ?? (timeZone.startsWith("Etc/") ? getOffset(time, timeZone) : `${getCity(timeZone)} time`)
  );
}

/** Formats a time zone for a select: "Berlin, Central European Time (GMT+1)". The offset is the one at `time`. */
export function formatTimeZoneOption(timeZone: string, time: Date): string {
  if (UTC_PATTERN.test(timeZone) || !isTimeZone(timeZone)) {
    return formatTimeZone(timeZone);
  }
  const offset = getOffset(time, timeZone);
  const name = getZoneName(time, timeZone, { style: "longGeneric" });
  return OFFSET_PATTERN.test(name)
    ? `${getCity(timeZone)} (${offset})`
    : `${getCity(timeZone)}, ${name} (${offset})`;
}

/** Returns the offset of a time zone, such as "GMT+5:30". */
function getOffset(time: Date, timeZone: string): string {
  return getZoneName(time, timeZone, { style: "shortOffset" });
}

type NameStyle = {
  style: "short" | "shortOffset" | "longGeneric";
  locale?: string;
};

function getZoneName(time: Date, timeZone: string, { style, locale }: NameStyle): string {
  const parts = getDateFormatter({ timeZone, timeZoneName: style }, locale).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Names of cities that differ from their time zones: renamed cities, and names with spaces, accents or punctuation. */
const CITIES: Readonly<Record<string, string>> = {
  Bogota: "Bogotá",
  Calcutta: "Kolkata",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh City",
  Sao_Paulo: "São Paulo",
  St_Johns: "St. John's",
};

/** Returns the city that a time zone is named after: "New York" for "America/New_York". */
export function getCity(timeZone: string): string {
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return CITIES[city] ?? city.replaceAll("_", " ");
}
