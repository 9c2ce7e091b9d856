import { groupBy } from "#domain/collections/group-by.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";

const REGIONS = [...groupBy(Intl.supportedValuesOf("timeZone"), (zone) => zone.split("/")[0] ?? zone)];

/** The options of a time zone select, grouped by region. The build creates them. */
export function TimeZoneOptions() {
  return REGIONS.map(([region, zones]) => (
    <optgroup key={region} label={region}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {formatTimeZone(zone)}
        </option>
      ))}
    </optgroup>
  ));
}
