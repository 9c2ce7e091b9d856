import ICAL from "ical.js";
import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { type CalendarMethod, createCalendarUid, formatCalendarEvent } from "./calendar-file.ts";

const EVENT = {
  uid: createCalendarUid("7d9f", { contactEmail: "hello@firm.example" }),
  sequence: 0,
  startsAt: instant("2026-12-01T15:00:00Z"),
  endsAt: instant("2026-12-01T15:30:00Z"),
  summary: 'Firm, Inc.; "Consultation" \\ with Zoë 🙂 about a topic that is longer than one line of the file',
  description: "Join: https://meet.example/m\nQuestions? Email us.",
  location: "https://meet.example/m",
  url: "https://meet.example/m",
};
const format = (method: CalendarMethod, sequence: number) =>
  formatCalendarEvent(
    { ...EVENT, sequence },
    {
      product: "Firm//Consultations",
      method,
      organizer: { name: "Firm, Inc.", email: "hello@firm.example" },
      attendee: { name: 'Ada "A" Byron', email: "ada@visitor.example" },
      now: new Date("2026-11-24T10:00:00Z"),
    },
  );

/** Parses a file with an independent parser. */
function parse(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [component, ...others] = calendar.getAllSubcomponents("vevent");
  if (!component || others.length > 0) {
    throw new Error("the file must contain one event");
  }
  return { method: calendar.getFirstPropertyValue("method"), component, event: new ICAL.Event(component) };
}

test("another parser reads the same event", () => {
  const { method, component, event } = parse(format("REQUEST", 0));
  expect(method).toBe("REQUEST");
  expect(event.uid).toBe("7d9f@firm.example");
  expect(event.summary).toBe(EVENT.summary);
  expect(event.description).toBe(EVENT.description);
  expect(event.startDate.toJSDate().toISOString()).toBe("2026-12-01T15:00:00.000Z");
  expect(event.endDate.toJSDate().toISOString()).toBe("2026-12-01T15:30:00.000Z");
  expect(component.getFirstPropertyValue("status")).toBe("CONFIRMED");
  expect(event.organizer).toBe("mailto:hello@firm.example");
  const [attendee] = event.attendees;
  expect(attendee?.getFirstValue()).toBe("mailto:ada@visitor.example");
  expect(attendee?.getParameter("cn")).toBe("Ada A Byron");
  expect(attendee?.getParameter("partstat")).toBe("NEEDS-ACTION");
});

test("a change and a cancellation keep the UID and increase the sequence", () => {
  const files = [format("REQUEST", 0), format("REQUEST", 1), format("CANCEL", 2)].map(parse);
  expect(new Set(files.map(({ event }) => event.uid)).size).toBe(1);
  expect(files.map(({ event }) => event.sequence)).toEqual([0, 1, 2]);
  expect(files.at(-1)?.method).toBe("CANCEL");
  expect(files.at(-1)?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
});

test("no line is longer than 75 octets", () => {
  const lines = format("REQUEST", 0).split("\r\n");
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(lines.at(-1)).toBe("");
});
