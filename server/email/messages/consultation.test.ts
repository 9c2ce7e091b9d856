import { expect, test } from "vitest";
import { brand } from "#brand";
import { CONSULTATION } from "#server/email/example-data.ts";
import { renderText } from "#server/email/render-text.ts";
import {
  consultationBookedForHost,
  consultationCancelledForHost,
  consultationConfirmed,
  consultationHeld,
  consultationReminder,
  consultationRescheduled,
  consultationRescheduledForHost,
} from "./consultation.ts";

const URL = "https://firm.example/admin/bookings";
const NAMES = { name: "A".repeat(40), company: "B".repeat(40) };
const NOW = new Date("2026-12-02T15:00:00Z");
const SHORTENED = `${"A".repeat(29)}…, ${"B".repeat(29)}…`;

test.each([
  [consultationBookedForHost, "Consultation with"],
  [consultationRescheduledForHost, "Rescheduled: consultation with"],
  [
    (...[consultation, url]: Parameters<typeof consultationBookedForHost>) =>
      consultationCancelledForHost(consultation, url, ""),
    "Canceled: consultation with",
  ],
])("shortens long names only in the subject for the host (%#)", (create, start) => {
  const { subject, blocks } = create({ ...CONSULTATION, ...NAMES }, URL);
  expect(subject).toBe(`${start} ${SHORTENED}`);
  expect(blocks[0]).toEqual({ type: "heading", text: `${start} ${NAMES.name}, ${NAMES.company}` });
  const short = create({ ...CONSULTATION, name: "Ada Byron", company: "Engines Ltd" }, URL);
  expect(short.subject).toBe(`${start} Ada Byron, Engines Ltd`);
  expect(short.blocks[0]?.type).toBe("paragraph");
});

test("a reminder has a button that opens the call, or one to the consultation if there is no video link", () => {
  const listActions = (meetingUrl: string | null) =>
    consultationReminder(
      { ...CONSULTATION, meetingUrl },
      { url: URL, hoursBefore: 1, now: NOW },
      brand,
    ).blocks.filter(({ type }) => type === "button" || type === "link");
  expect(listActions("https://meet.firm.example/maya")).toEqual([
    { type: "button", label: "Join the call", url: "https://meet.firm.example/maya", isFirmUrl: true },
    { type: "link", label: "Reschedule or cancel", url: URL },
  ]);
  expect(listActions(null)).toEqual([{ type: "button", label: "View consultation", url: URL }]);
});

test.each([
  [24, { meetingUrl: "https://meet.firm.example/maya" }, "Tomorrow", "video call", "Video call (https"],
  [1, { phone: "+1 555 0100" }, "In 1 hour", "phone call", "By phone: call +1 555 0100"],
  [24, {}, "Tomorrow", "meeting", "We'll send the link before the meeting."],
] as const)("a reminder starts with the time, and describes the %#. kind of call", (hoursBefore, place, start, call, where) => {
  const { subject, blocks } = consultationReminder(
    { ...CONSULTATION, meetingUrl: null, phone: null, ...place },
    { url: URL, hoursBefore, now: NOW },
    brand,
  );
  expect(subject).toBe(`${start}, 4:00 PM CET: your consultation with ${brand.name}`);
  expect(renderText(blocks)).toContain(
    `Hi Jonas,\n\nThursday, December 3, 4:00 – 4:30 PM CET, ${call} with Maya Okafor.\n\nTime zone: Central European Time (Zurich)\nDuration: 30 minutes\nWhere: ${where}`,
  );
});

test("emails to the visitor and the host state the duration", () => {
  for (const { blocks } of [
    consultationHeld(CONSULTATION, { url: URL, holdExpiresAt: null }, brand),
    consultationConfirmed(CONSULTATION, URL, brand),
    consultationRescheduled(CONSULTATION, { url: URL }, brand),
    consultationBookedForHost(CONSULTATION, URL),
    consultationRescheduledForHost(CONSULTATION, URL),
  ]) {
    expect(renderText(blocks)).toContain("\nDuration: 30 minutes\n");
  }
});
