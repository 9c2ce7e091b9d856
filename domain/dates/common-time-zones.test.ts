import { expect, test } from "vitest";
import { isTimeZone } from "./calendar-date.ts";
import { COMMON_TIME_ZONES, listAllTimeZones, listOtherTimeZones } from "./common-time-zones.ts";

test("lists about 40 time zones, each once", () => {
  const zones = COMMON_TIME_ZONES.flatMap((region) => region.zones);
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(35);
  expect(zones.length).toBeLessThan(50);
});

test("lists all time zones by region", () => {
  const regions = listAllTimeZones();
  expect(regions.flatMap(({ zones }) => zones).toSorted()).toEqual(
    Intl.supportedValuesOf("timeZone").toSorted(),
  );
  expect(regions.map(({ region }) => region)).toContain("Europe");
});

test("lists the other time zones without the common ones", () => {
  const others = listOtherTimeZones();
  expect(others).toContain("Pacific/Apia");
  expect(others).not.toContain("Europe/Berlin");
});
