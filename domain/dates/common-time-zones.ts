import { groupBy } from "#domain/collections/group-by.ts";

/** A region with its common time zones, from west to east. */
export type TimeZoneRegion = { region: string; zones: readonly string[] };

/** The time zones that most people choose, so that a select is short. All others can be searched for. */
export const COMMON_TIME_ZONES: readonly TimeZoneRegion[] = [
  {
    region: "Americas",
    zones: [
      "Pacific/Honolulu",
      "America/Anchorage",
      "America/Los_Angeles",
      "America/Phoenix",
      "America/Denver",
      "America/Chicago",
      "America/Mexico_City",
      "America/New_York",
      "America/Toronto",
      "America/Bogota",
      "America/Halifax",
      "America/Argentina/Buenos_Aires",
      "America/Sao_Paulo",
    ],
  },
  {
    region: "Europe",
    zones: [
      "Europe/London",
      "Europe/Dublin",
      "Europe/Lisbon",
      "Europe/Madrid",
      "Europe/Paris",
      "Europe/Amsterdam",
      "Europe/Zurich",
      "Europe/Berlin",
      "Europe/Stockholm",
      "Europe/Warsaw",
      "Europe/Athens",
      "Europe/Helsinki",
      "Europe/Istanbul",
    ],
  },
  {
    region: "Africa and Middle East",
    zones: [
      "Africa/Lagos",
      "Africa/Johannesburg",
      "Africa/Cairo",
      "Asia/Jerusalem",
      "Africa/Nairobi",
      "Asia/Riyadh",
      "Asia/Dubai",
    ],
  },
  {
    region: "Asia and Pacific",
    zones: [
      "Asia/Karachi",
      "Asia/Kolkata",
      "Asia/Bangkok",
      "Asia/Shanghai",
      "Asia/Singapore",
      "Australia/Perth",
      "Asia/Seoul",
      "Asia/Tokyo",
      "Australia/Brisbane",
      "Australia/Sydney",
      "Pacific/Auckland",
    ],
  },
];

/** Returns every supported time zone, grouped by the first part of its name, such as "Europe". */
export function listAllTimeZones(): TimeZoneRegion[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return [...groupBy(zones, (zone) => zone.split("/")[0] ?? zone)].map(([region, group]) => ({
    region,
    zones: group,
  }));
}

/** Returns every supported time zone that is not a common one. */
export function listOtherTimeZones(): string[] {
  const common = new Set(COMMON_TIME_ZONES.flatMap(({ zones }) => zones));
  return Intl.supportedValuesOf("timeZone").filter((zone) => !common.has(zone));
}
