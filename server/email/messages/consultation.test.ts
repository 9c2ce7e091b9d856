import { expect, test } from "vitest";
import { brand } from "#brand";
import { CONSULTATION } from "#server/email/example-data.ts";
import { renderText } from "#server/email/render-text.ts";
import {
  consultationBookedForHost,
  consultationCancelledForHost,
  consultationReminder,
  consultationRescheduledForHost,
} from "./consultation.ts";

const URL = "https://firm.example/admin/bookings";
const NAMES = { name: "A".repeat(40), company: "B".repeat(40) };
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
    consultationReminder({ ...CONSULTATION, meetingUrl }, { url: URL, hoursBefore: 1 }, brand).blocks.filter(
      ({ type }) => type === "button" || type === "link",
    );
  expect(listActions("https://meet.firm.example/maya")).toEqual([
    { type: "button", label: "Join the call", url: "https://meet.firm.example/maya", isFirmUrl: true },
    { type: "link", label: "Reschedule or cancel", url: URL },
  ]);
  const describe = (phone: string | null) =>
    renderText(
      consultationReminder({ ...CONSULTATION, meetingUrl: null, phone }, { url: URL, hoursBefore: 24 }, brand)
        .blocks,
    );
  expect(describe("+1 555 0100")).toContain("When it starts, call Maya Okafor at the number below.");
  expect(describe(null)).toContain("We look forward to talking with you.");
  expect(listActions(null)).toEqual([{ type: "button", label: "View consultation", url: URL }]);
});
