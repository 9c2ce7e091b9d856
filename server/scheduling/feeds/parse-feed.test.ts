import { describe, expect, test } from "vitest";
import { type FeedContext, parseFeed } from "./parse-feed.ts";
import { parseFeedInChildProcess } from "./parse-in-child-process.ts";

const CONTEXT: FeedContext = {
  period: { start: Date.parse("2026-11-23T00:00:00Z"), end: Date.parse("2027-11-28T00:00:00Z") },
  timeZone: "America/New_York",
  hostEmail: "maya@firm.example",
  ownUids: ["7d9f0c9e-0000-4000-8000-000000000000@firm.example"],
};

const buildCalendar = (...events: string[][]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR", ""].join("\r\n");
const buildEvent = (...lines: string[]) => [
  "BEGIN:VEVENT",
  ...(lines.some((line) => line.startsWith("UID")) ? [] : ["UID:event"]),
  ...lines,
  "END:VEVENT",
];
const TEN = ["DTSTART:20261124T100000Z", "DTEND:20261124T110000Z"];
const format = ({ start, end }: { start: number; end: number }) =>
  `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(11, 16)}`;
const listBusy = (...events: string[][]) => parseFeed(buildCalendar(...events), CONTEXT).busy.map(format);

test("an event blocks its time, and touching events are merged", () => {
  expect(
    listBusy(
      buildEvent(...TEN),
      buildEvent("UID:2", "DTSTART:20261124T110000Z", "DURATION:PT30M"),
      buildEvent("UID:3", "DTSTART:20261124T150000Z", "DTEND:20261124T150000Z"),
    ),
  ).toEqual(["2026-11-24T10:00/11:30"]);
});

test.each([
  ["canceled", ["STATUS:CANCELLED"]],
  ["shown as free", ["TRANSP:TRANSPARENT"]],
  ["free in Outlook", ["X-MICROSOFT-CDO-BUSYSTATUS:FREE"]],
  ["declined by the host", ["ATTENDEE;PARTSTAT=DECLINED:mailto:MAYA@firm.example"]],
  ["of the product", ["UID:7d9f0c9e-0000-4000-8000-000000000000@firm.example"]],
  ["in the past", ["DTSTART:20251124T100000Z", "DTEND:20251124T110000Z"]],
])("an event that is %s blocks nothing", (_, lines) => {
  const times = lines.some((line) => line.startsWith("DTSTART")) ? [] : TEN;
  expect(listBusy(buildEvent(...lines, ...times))).toEqual([]);
});

test("an event of the firm's own calendar server is busy", () => {
  expect(listBusy(buildEvent(...TEN, "UID:0c9e7d9f-0000-4000-8000-000000000000@firm.example"))).toHaveLength(
    1,
  );
});

test("an event that another attendee declined is busy", () => {
  expect(listBusy(buildEvent(...TEN, "ATTENDEE;PARTSTAT=DECLINED:mailto:other@firm.example"))).toHaveLength(
    1,
  );
});

describe("time zones", () => {
  test.each([
    ["TZID=Europe/Berlin", "2026-11-24T09:00/10:00"],
    ["TZID=Asia/Kathmandu", "2026-11-24T04:15/05:15"],
    ["TZID=W. Europe Standard Time", "2026-11-24T09:00/10:00"],
    ["TZID=/example.org/20070129/America/Los_Angeles", "2026-11-24T18:00/19:00"],
  ])("reads times with %s", (parameter, expected) => {
    const lines = [`DTSTART;${parameter}:20261124T100000`, `DTEND;${parameter}:20261124T110000`];
    const feed = parseFeed(buildCalendar(buildEvent(...lines)), CONTEXT);
    expect(feed.busy.map(format)).toEqual([expected]);
    expect(feed.warnings).toEqual([]);
  });

  test("reads an unknown time zone in the firm's, with a warning", () => {
    const lines = ["DTSTART;TZID=Customized:20261124T100000", "DTEND;TZID=Customized:20261124T110000"];
    const feed = parseFeed(buildCalendar(buildEvent(...lines)), CONTEXT);
    expect(feed.busy.map(format)).toEqual(["2026-11-24T15:00/16:00"]);
    expect(feed.warnings).toEqual([
      'The time zone "Customized" is unknown. Its times are read in America/New_York.',
    ]);
  });

  test("an all-day event blocks the firm's day, including days with 23 and 25 hours", () => {
    expect(listBusy(buildEvent("DTSTART;VALUE=DATE:20270314", "DTEND;VALUE=DATE:20270315"))).toEqual([
      "2027-03-14T05:00/04:00",
    ]);
    expect(listBusy(buildEvent("DTSTART;VALUE=DATE:20271107"))).toEqual(["2027-11-07T04:00/05:00"]);
  });
});

describe("recurring events", () => {
  test("keep their wall-clock time when the clock changes", () => {
    const busy = listBusy(
      buildEvent(
        "DTSTART;TZID=America/New_York:20270312T090000",
        "DTEND;TZID=America/New_York:20270312T100000",
        "RRULE:FREQ=DAILY;COUNT=4",
      ),
    );
    expect(busy).toEqual([
      "2027-03-12T14:00/15:00",
      "2027-03-13T14:00/15:00",
      "2027-03-14T13:00/14:00",
      "2027-03-15T13:00/14:00",
    ]);
  });

  test("apply exceptions, added dates and changed occurrences", () => {
    const zone = "TZID=Europe/Berlin";
    const busy = listBusy(
      buildEvent(
        `DTSTART;${zone}:20261123T100000`,
        `DTEND;${zone}:20261123T110000`,
        "RRULE:FREQ=DAILY;UNTIL=20261127T090000Z",
        `EXDATE;${zone}:20261124T100000`,
        `RDATE;${zone}:20261130T100000`,
      ),
      buildEvent(
        `RECURRENCE-ID;${zone}:20261125T100000`,
        `DTSTART;${zone}:20261125T150000`,
        `DTEND;${zone}:20261125T160000`,
      ),
      buildEvent(
        `RECURRENCE-ID;${zone}:20261126T100000`,
        `DTSTART;${zone}:20261126T100000`,
        `DTEND;${zone}:20261126T110000`,
        "STATUS:CANCELLED",
      ),
    );
    expect(busy).toEqual([
      "2026-11-23T09:00/10:00",
      "2026-11-25T14:00/15:00",
      "2026-11-27T09:00/10:00",
      "2026-11-30T09:00/10:00",
    ]);
  });

  test("that started years ago and never end are read until the end of the period", () => {
    const busy = listBusy(
      buildEvent("DTSTART:20100104T090000Z", "DTEND:20100104T091500Z", "RRULE:FREQ=WEEKLY"),
    );
    expect(busy[0]).toBe("2026-11-23T09:00/09:15");
    expect(busy).toHaveLength(53);
  });

  test("that repeat too often are cut off, with a warning", () => {
    const bomb = buildEvent(
      "DTSTART:20261124T000000Z",
      "DTEND:20261124T000001Z",
      "RRULE:FREQ=SECONDLY;INTERVAL=3",
    );
    const feed = parseFeed(buildCalendar(bomb), CONTEXT);
    expect(feed.busy).toHaveLength(2000);
    expect(feed.warnings).toEqual(["An event repeats too often. Not all of its times are blocked."]);
  });
});

test("an event that cannot be read does not affect the others", () => {
  const feed = parseFeed(
    buildCalendar(
      buildEvent("UID:1", "DTSTART:yesterday", "DTEND:20261124T110000Z"),
      buildEvent("UID:2", ...TEN),
    ),
    CONTEXT,
  );
  expect(feed.busy.map(format)).toEqual(["2026-11-24T10:00/11:00"]);
  expect(feed.eventCount).toBe(2);
});

test.each(["DATE-TIME", "DATE", "DURATION"])("an event whose UID has the type %s blocks its time", (type) => {
  expect(listBusy(buildEvent(`UID;VALUE=${type}:garbage`, ...TEN), buildEvent("UID:2", ...TEN))).toEqual([
    "2026-11-24T10:00/11:00",
  ]);
});

test.each([
  ["DURATION:P99999999999W"],
  ["DURATION:P99999999999W", "RRULE:FREQ=DAILY"],
  ["DTEND:99991231T100000Z", "RRULE:FREQ=DAILY"],
])("shortens an event that is too long (%s), with a warning", (...lines) => {
  const feed = parseFeed(buildCalendar(buildEvent("DTSTART:20261124T100000Z", ...lines)), CONTEXT);
  expect(feed.busy).toHaveLength(1);
  expect(feed.warnings[0]).toBe("An event lasts longer than 10 years and was shortened.");
});

test.each([
  "",
  "<!doctype html><html></html>",
  "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n",
  "BEGIN:VCARD\r\nEND:VCARD",
])("rejects %j, which is no calendar", (text) => {
  expect(() => parseFeed(text, CONTEXT)).toThrow("The address doesn't return a calendar.");
});

describe("in a child process", () => {
  test("returns the same result", async () => {
    const text = buildCalendar(buildEvent(...TEN));
    expect(await parseFeedInChildProcess(text, CONTEXT)).toEqual(parseFeed(text, CONTEXT));
    await expect(parseFeedInChildProcess("<html>", CONTEXT)).rejects.toMatchObject({
      reason: "not-a-calendar",
    });
  });

  test("reports an unexpected error of the parser as a calendar that can't be read", async () => {
    // @ts-expect-error The parser throws a TypeError if this is not a list.
    const context: FeedContext = { ...CONTEXT, ownUids: 1 };
    await expect(parseFeedInChildProcess(buildCalendar(buildEvent(...TEN)), context)).rejects.toMatchObject({
      reason: "failed",
    });
  });

  test("stops a calendar that takes too long", async () => {
    await expect(
      parseFeedInChildProcess(buildCalendar(buildEvent(...TEN)), CONTEXT, 1),
    ).rejects.toMatchObject({
      reason: "too-complex",
    });
  });
});
