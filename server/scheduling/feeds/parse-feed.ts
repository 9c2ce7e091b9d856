import ICAL from "ical.js";
import { addDays, calendarDate, isTimeZone } from "#domain/dates/calendar-date.ts";
import { mergeRanges, type TimeRange } from "#domain/scheduling/time-ranges.ts";
import { getDayClock, toTimestamp, toWallTime } from "#domain/scheduling/wall-time.ts";
import { WINDOWS_ZONES } from "#domain/scheduling/windows-zones.ts";
import { FeedError } from "./feed-error.ts";

/** Enough for a daily event since 1970. */
const MAX_OCCURRENCES_READ = 20_000;
/** Enough for an event that takes place five times a day, for a year. */
const MAX_OCCURRENCES = 2_000;
const MAX_BUSY_TIMES = 10_000;
const MAX_WARNINGS = 20;
/** ical.js adds a duration day by day, so a longer one would take minutes. */
const MAX_YEARS = 10;
const MAX_DURATION_SECONDS = MAX_YEARS * 366 * 86_400;

export type FeedContext = {
  /** Only busy times that overlap this period are returned. */
  period: TimeRange;
  /** The time zone of all-day events, and of times without a known one. */
  timeZone: string;
  /** Events that the host declined are not busy. */
  hostEmail: string;
  /** The UIDs of the product's own events, which have reservations. */
  ownUids: readonly string[];
};

export type ParsedFeed = { busy: TimeRange[]; warnings: string[]; eventCount: number };

/**
 * Returns when a calendar is busy, merged: events that are not canceled, declined or shown as free. Expands recurring events.
 * Run it in a child process, because a calendar may take seconds.
 * @throws {FeedError} if the text is not a calendar
 */
export function parseFeed(text: string, context: FeedContext): ParsedFeed {
  const reader = createReader(context);
  const events = parseCalendar(text).getAllSubcomponents("vevent");
  for (const group of Map.groupBy(events, (event) => readText(event, "uid")).values()) {
    reader.addEvent(group);
  }
  const busy = mergeRanges(reader.busy);
  return { busy, warnings: [...reader.warnings].slice(0, MAX_WARNINGS), eventCount: events.length };
}

function parseCalendar(text: string): ICAL.Component {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) {
    throw new FeedError("not-a-calendar");
  }
  try {
    const parsed: unknown = ICAL.parse(text);
    // A file may contain several calendars.
    const isList = Array.isArray(parsed) && Array.isArray(parsed[0]);
    const [first, ...more] = (isList ? parsed : [parsed]).map((each) => new ICAL.Component(each));
    if (!first) {
      throw new FeedError("not-a-calendar");
    }
    for (const calendar of [first, ...more]) {
      // Times are converted with the rules of this server, and not with those in the file, which may be outdated.
      calendar.removeAllSubcomponents("vtimezone");
    }
    for (const calendar of more) {
      for (const event of calendar.getAllSubcomponents("vevent")) {
        first.addSubcomponent(event);
      }
    }
    return first;
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError("not-a-calendar", { cause: error });
  }
}

function createReader(context: FeedContext) {
  const busy: TimeRange[] = [];
  const warnings = new Set<string>();
  const ownUids = new Set(context.ownUids);

  function add(component: ICAL.Component, start: ICAL.Time, end: ICAL.Time): void {
    if (!isBusy(component, context.hostEmail)) {
      return;
    }
    const range = {
      start: toMilliseconds(start, component, "dtstart"),
      end: toMilliseconds(end, component, "dtend"),
    };
    if (range.start < range.end && range.start < context.period.end && range.end > context.period.start) {
      busy.push(range);
    }
    if (busy.length > MAX_BUSY_TIMES) {
      throw new FeedError("too-complex");
    }
  }

  /** Adds an event with its changed occurrences, which have the same UID. */
  function addEvent(components: ICAL.Component[]): void {
    const isOwn = ownUids.has(readText(components[0], "uid"));
    const main = components.find((component) => !component.hasProperty("recurrence-id"));
    if (isOwn) {
      return;
    }
    try {
      components.forEach(limitDuration);
      if (!main || !new ICAL.Event(main).isRecurring()) {
        for (const component of components) {
          const event = new ICAL.Event(component);
          add(component, event.startDate, event.endDate);
        }
        return;
      }
      addOccurrences(main, components);
    } catch (error) {
      if (error instanceof FeedError) {
        throw error;
      }
      warnings.add("An event couldn't be read and doesn't block its time.");
    }
  }

  /** Shortens a stated duration, and the duration that each occurrence of a recurring event has. */
  function limitDuration(component: ICAL.Component): void {
    const event = new ICAL.Event(component);
    if (!component.hasProperty("duration") && !event.isRecurring()) {
      return;
    }
    const seconds = event.duration.toSeconds();
    if (Math.abs(seconds) > MAX_DURATION_SECONDS) {
      event.duration = ICAL.Duration.fromSeconds(Math.sign(seconds) * MAX_DURATION_SECONDS);
      warnings.add(`An event lasts longer than ${MAX_YEARS} years and was shortened.`);
    }
  }

  function addOccurrences(main: ICAL.Component, components: ICAL.Component[]): void {
    for (const component of components) {
      alignTimes(component, main);
    }
    const event = new ICAL.Event(main, {
      exceptions: components.filter((component) => component !== main),
      strictExceptions: true,
    });
    const iterator = event.iterator();
    let found = 0;
    for (let read = 0; read < MAX_OCCURRENCES_READ && found < MAX_OCCURRENCES; read += 1) {
      const next = iterator.next();
      if (!next || toMilliseconds(next, main, "dtstart") >= context.period.end) {
        return;
      }
      const { startDate, endDate, item } = event.getOccurrenceDetails(next);
      const countBefore = busy.length;
      add(item.component, startDate, endDate);
      found += busy.length - countBefore;
    }
    warnings.add("An event repeats too often. Not all of its times are blocked.");
  }

  /**
   * Converts UTC times of a recurring event to the wall-clock time of its start, because the start is compared with them
   * without a time zone.
   */
  function alignTimes(component: ICAL.Component, main: ICAL.Component): void {
    const start = new ICAL.Event(main).startDate;
    if (start.isDate || start.zone === ICAL.Timezone.utcTimezone) {
      return;
    }
    const zone = findZone(main, "dtstart");
    const align = (value: unknown) =>
      value instanceof ICAL.Time && value.zone === ICAL.Timezone.utcTimezone
        ? ICAL.Time.fromDateTimeString(toWallTime(value.toUnixTime() * 1000, zone))
        : value;
    for (const property of [
      ...component.getAllProperties("exdate"),
      ...component.getAllProperties("rdate"),
    ]) {
      property.setValues(property.getValues().map(align));
    }
    const occurrence = component.getFirstProperty("recurrence-id");
    occurrence?.setValue(align(occurrence.getFirstValue()));
    for (const property of component.getAllProperties("rrule")) {
      const rule = property.getFirstValue();
      if (rule instanceof ICAL.Recur && rule.until) {
        const until = align(rule.until);
        rule.until = until instanceof ICAL.Time ? until : rule.until;
        property.setValue(rule);
      }
    }
  }

  function toMilliseconds(time: ICAL.Time, component: ICAL.Component, property: string): number {
    if (time.isDate) {
      return getDayClock(toDate(time), context.timeZone).start;
    }
    if (time.zone === ICAL.Timezone.utcTimezone) {
      return time.toUnixTime() * 1000;
    }
    const pad = (value: number) => String(value).padStart(2, "0");
    const wallTime = `${toDate(time)}T${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}`;
    return toTimestamp(wallTime, findZone(component, property));
  }

  function findZone(component: ICAL.Component, property: string): string {
    const source = component.getFirstProperty(property) ?? component.getFirstProperty("dtstart");
    const id: unknown = source?.getParameter("tzid");
    if (typeof id !== "string") {
      // A floating time is in the time zone of the reader (RFC 5545, section 3.3.5).
      return context.timeZone;
    }
    const zone = resolveZone(id);
    if (!zone) {
      warnings.add(
        `The time zone "${id.slice(0, 60)}" is unknown. Its times are read in ${context.timeZone}.`,
      );
    }
    return zone ?? context.timeZone;
  }

  return { busy, warnings, addEvent };
}

/** Returns the IANA name of a TZID: an IANA name, optionally with a prefix such as "/example.org/Europe/Berlin", or a Windows name. */
function resolveZone(id: string): string | null {
  const name = id.replaceAll(/^"|"$/g, "").trim();
  const suffix = /(?:^|\/)([A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_]+)?)$/.exec(name)?.[1];
  const candidates = [name, suffix, WINDOWS_ZONES.get(name.toLowerCase())];
  return candidates.find((candidate) => candidate && isTimeZone(candidate)) ?? null;
}

function toDate({ year, month, day }: ICAL.Time) {
  const text = [
    String(year).padStart(4, "0"),
    String(month).padStart(2, "0"),
    String(day).padStart(2, "0"),
  ].join("-");
  return addDays(calendarDate(text), 0);
}

function isBusy(component: ICAL.Component, hostEmail: string): boolean {
  if (
    readText(component, "status").toUpperCase() === "CANCELLED" ||
    readText(component, "transp").toUpperCase() === "TRANSPARENT" ||
    readText(component, "x-microsoft-cdo-busystatus").toUpperCase() === "FREE"
  ) {
    return false;
  }
  return !component.getAllProperties("attendee").some((attendee) => {
    const address = String(attendee.getFirstValue() ?? "").replace(/^mailto:/i, "");
    const status = String(attendee.getParameter("partstat") ?? "");
    return address.toLowerCase() === hostEmail.toLowerCase() && status.toUpperCase() === "DECLINED";
  });
}

/** Returns the raw text, because reading a value of another type, such as `UID;VALUE=DATE:a`, may throw. */
function readText(component: ICAL.Component | undefined, property: string): string {
  const [, , , value]: unknown[] = component?.getFirstProperty(property)?.jCal ?? [];
  return String(value ?? "");
}
