import { isTimeZone } from "./calendar-date.ts";

const UTC_PATTERN = /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu)$/;

/** Formats an IANA time zone for people: "Eastern Time (New York)" for "America/New_York". */
export function formatTimeZone(timeZone: string): string {
  if (UTC_PATTERN.test(timeZone)) {
    return "UTC";
  }
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  if (!isTimeZone(timeZone)) {
    return city;
  }
  const name = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;
  return name ? `${name} (${city})` : city;
}
