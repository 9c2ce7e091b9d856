import { expect, test } from "vitest";
import { CONSULTATION } from "#server/email/example-data.ts";
import {
  consultationBookedForHost,
  consultationCancelledForHost,
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
