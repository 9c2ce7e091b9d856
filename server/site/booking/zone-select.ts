import { memoize } from "#domain/collections/memoize.ts";
import { COMMON_TIME_ZONES, listAllTimeZones } from "#domain/dates/common-time-zones.ts";
import { formatTimeZoneOption } from "#domain/dates/time-zone.ts";
import type { PickerQuery } from "#server/site/booking/picker-query.ts";
import { buildLink } from "#server/site/build-link.ts";
import type { PageTemplate, TemplateValues } from "#server/site/page-template.ts";

const MS_PER_HOUR = 3_600_000;

type ZonesOptions = { zone: string; query: PickerQuery; page: string; now: Date };

/** Returns the values of the placeholders in app/site/book/zone-form.tsx. */
export function renderZones(template: PageTemplate, options: ZonesOptions): TemplateValues {
  const { zone, query, page, now } = options;
  const isComplete = query.zones === "all";
  const { view, from } = query;
  return {
    zoneOption: formatTimeZoneOption(zone, now),
    zoneGroups: listGroups(isComplete, Math.floor(now.getTime() / MS_PER_HOUR)).map(({ region, zones }) =>
      template.fragment("zoneGroup", {
        label: region,
        options: zones.map((each) => template.fragment("zoneOption", each)),
      }),
    ),
    zonesLink: buildLink(page, {
      ...{ view, zone: query.zone, from },
      zones: isComplete ? undefined : "all",
    }),
    zonesLabel: isComplete ? "Common time zones" : "All time zones",
  };
}

/** Cached per hour, because formatting all zones takes longer than the rest of the page. Offsets change only on the hour. */
const listGroups = memoize((isComplete: boolean, hour: number) => {
  const time = new Date(hour * MS_PER_HOUR);
  return (isComplete ? listAllTimeZones() : COMMON_TIME_ZONES).map(({ region, zones }) => ({
    region,
    zones: zones.map((zone) => ({ zone, label: formatTimeZoneOption(zone, time) })),
  }));
}, 4);
