import { expect, test } from "vitest";
import { type Instant, instant } from "#domain/dates/instant.ts";
import type { PickerQuery } from "#server/site/booking/picker-query.ts";
import { renderTimePicker } from "#server/site/booking/time-picker.ts";
import { readPageTemplate, type TemplateValues } from "#server/site/page-template.ts";

const fragment = (name: string, content: string) => `<template data-fragment="${name}">${content}</template>`;
const template = readPageTemplate(
  [
    fragment("week", "[{{title}}|{{days}}|{{previous}}|{{next}}]"),
    fragment("previousWeek", "previous={{link}}{{details}}"),
    fragment("nextWeek", "next={{link}}{{details}}"),
    fragment("day", "{{title}}: {{times}}; "),
    fragment("time", "{{label}}{{details}}({{otherTime}}) {{link}}"),
    fragment("emptyWeek", "{{hint}} {{date}} {{link}}"),
    fragment("noTimes", "none"),
    fragment("calendarViewLinks", "{{calendarLink}} {{listLink}}"),
    fragment("listViewLinks", "{{calendarLink}} {{listLink}}"),
    fragment("calendar", "calendar of {{weekCount}} weeks{{legend}}{{reservedTimes}}"),
    fragment("bookedLegend", " with a legend"),
    fragment("reservedTime", " +1"),
    fragment("list", "{{content}}"),
    fragment("withoutScript", "<noscript>{{content}}</noscript>"),
    fragment("zoneButton", "button"),
    fragment("zoneGroup", "{{label}}: {{options}}; "),
    fragment("zoneOption", "{{zone}}={{label}} "),
  ].join(""),
);
const TIMES = ["2026-12-01T17:00:00Z", "2026-12-21T17:00:00Z"].map(instant);

function render(query: Partial<PickerQuery>, times = TIMES, booked?: Instant): Record<string, string> {
  const values: TemplateValues = renderTimePicker(template, {
    offer: {
      times,
      timeZone: "America/New_York",
      durationMinutes: 30,
      place: "Video call",
      hosts: ["Maya Okafor"],
      isAvailable: true,
    },
    query: { zone: undefined, from: undefined, view: undefined, zones: undefined, ...query },
    ...{
      page: "/book",
      timePage: "/book/details",
      ...(booked && { booked }),
      now: new Date("2026-11-24T12:00:00Z"),
    },
  });
  const page = readPageTemplate(
    Object.keys(values)
      .map((name) => `${name}={{${name}}}`)
      .join("\n"),
  ).page(values);
  return Object.fromEntries(
    page
      .replaceAll("\u202f", " ")
      .replaceAll("&amp;", "&")
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

test("without scripts, lists the first week with free times in the firm's time zone", () => {
  const values = render({});
  expect(values).toMatchObject({
    ...{ zone: "America/New_York", zoneOption: "New York, Eastern Time (GMT-5)", view: "calendar", from: "" },
    times: "2026-12-01T17:00Z 2026-12-21T17:00Z",
    zoneButton: "<noscript>button</noscript>",
    calendar: "calendar of 3 weeks +1",
  });
  expect(values.list).toBe(
    "<noscript>[Dec 1, 2026 – Dec 7, 2026|Tuesday, December 1: 12:00 PM on Tuesday, December 1, 2026, Eastern Time (New York)() /book/details?start=2026-12-01T17%3A00Z&zone=America%2FNew_York; ||next=/book?from=2026-12-08&zone=America%2FNew_York, Dec 8, 2026 to Dec 14, 2026]</noscript>",
  );
});

test("when a consultation is rescheduled, opens its month and marks its day", () => {
  const values = render({}, TIMES, instant("2026-12-22T17:00:00Z"));
  expect(values.booked).toBe("2026-12-22T17:00Z");
  // December has five weeks. The weeks that start at today show only its first days.
  expect(values.calendar).toBe("calendar of 3 weeks with a legend +1");
  const inJanuary = [...TIMES, instant("2027-01-05T17:00:00Z"), instant("2027-01-05T18:00:00Z")];
  expect(render({}, inJanuary, instant("2027-01-07T17:00:00Z")).calendar).toBe(
    "calendar of 6 weeks with a legend +1 +1",
  );
});

test("shows the visitor's time zone and the firm's", () => {
  const { list, zone } = render({ zone: "America/Los_Angeles", view: "list" });
  expect(zone).toBe("America/Los_Angeles");
  expect(list).toContain(
    "9:00 AM on Tuesday, December 1, 2026, Pacific Time (Los Angeles)(12:00 PM in New York)",
  );
  expect(list).toContain("next=/book?view=list&from=2026-12-08&zone=America%2FLos_Angeles");
});

test("an empty week names the next free day", () => {
  const { list } = render({ from: "2026-12-08", view: "list" });
  expect(list).toContain(
    "The next available day is Monday, December 21, 2026 /book?view=list&from=2026-12-21&zone=America%2FNew_York",
  );
});

test("after the last free day, names it", () => {
  expect(render({ from: "2027-02-01", view: "list" }).list).toContain(
    "The last available day is Monday, December 21, 2026",
  );
});

test.each([{}, { view: "list" }])("without free times, shows how else to reach the firm (%j)", (query) => {
  expect(render(query, [])).toMatchObject({ list: "none", calendar: "", viewLinks: "", view: "list" });
});

test.each([
  { zone: "Mars/Olympus" },
  { zone: '"><script>' },
  { from: "2026-02-30" },
  { from: "<b>" },
])("ignores the invalid parameters %j", (query) => {
  const { zone, from } = render(query);
  expect([zone, from]).toEqual(["America/New_York", ""]);
});

test("offers common time zones and a link to all others", () => {
  const { zoneGroups, zonesLink, zonesLabel } = render({ zone: "Asia/Kathmandu", from: "2026-12-08" });
  expect(zoneGroups).toContain("Europe: Europe/London=London, United Kingdom Time (GMT+0) ");
  expect(zoneGroups).not.toContain("Kathmandu");
  expect(zonesLabel).toBe("All time zones");
  expect(zonesLink).toBe("/book?zone=Asia%2FKathmandu&from=2026-12-08&zones=all");
});

test("offers all time zones", () => {
  const { zoneGroups, zonesLink, zonesLabel } = render({ zones: "all" });
  expect(zoneGroups?.match(/=/g)?.length).toBe(Intl.supportedValuesOf("timeZone").length);
  expect([zonesLabel, zonesLink]).toEqual(["Common time zones", "/book"]);
});
