import { expect, test } from "vitest";
import {
  awaitsReplySince,
  BOOKING_SERVICE_TYPES,
  BookingRequest,
  type BookingStatus,
  bookingStatusBadge,
  describeRequest,
  hasOpenProposal,
  isUpcomingMeeting,
  URGENCIES,
  urgencyBadge,
} from "#domain/bookings/booking.ts";
import { instant, parseInstant } from "#domain/dates/instant.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

const request = {
  serviceType: "AI Security Assessment",
  preferredStartDate: "2025-11-01",
  projectDescription: "Review our assistant.",
};
const listErrorMessages = (input: object) =>
  BookingRequest.safeParse(input).error?.issues.map((issue) => issue.message);

test("makes the scope optional and defaults urgency to medium", () => {
  expect(BookingRequest.parse(request)).toEqual({ ...request, estimatedScope: "", urgency: "medium" });
});

test("requires a service type, a date and a description", () => {
  expect(listErrorMessages({ serviceType: "", preferredStartDate: "", projectDescription: "  " })).toEqual([
    "Select a service type",
    "Choose a preferred start date",
    "Describe your project",
  ]);
});

test("rejects a date that does not exist and an unknown urgency", () => {
  expect(listErrorMessages({ ...request, preferredStartDate: "2025-02-30" })).toEqual(["Enter a valid date"]);
  expect(listErrorMessages({ ...request, urgency: "now" })).toHaveLength(1);
});

test("lists Other last", () => {
  expect(BOOKING_SERVICE_TYPES.at(-1)).toBe("Other");
});

test.each([
  ["booking", "AI Red Teaming", "AI Red Teaming request"],
  ["quote", "AI Red Teaming", "AI Red Teaming request"],
  ["meeting", "Kickoff", "meeting request about Kickoff"],
] as const)("describes a %s request", (kind, service_type, text) => {
  expect(describeRequest({ kind, service_type })).toBe(text);
});

test("treats approved bookings in the future as upcoming meetings", () => {
  const now = new Date("2025-10-14T12:00:00Z");
  const buildBooking = (scheduled_at: string | null, status: BookingStatus = "approved") =>
    isUpcomingMeeting({ status, scheduled_at: parseInstant(scheduled_at) }, now);
  expect(buildBooking("2025-10-14T12:00:01Z")).toBe(true);
  expect(buildBooking("2025-10-14T12:00:00Z")).toBe(false);
  expect(buildBooking(null)).toBe(false);
  expect(buildBooking("2025-10-15T12:00:00Z", "pending")).toBe(false);
  expect(bookingStatusBadge(unknownValue("lost")).tone).toBe("neutral");
});

test.each([
  ["2024-02-29", undefined],
  ["2025-02-29", ["Enter a valid date"]],
  ["2025-11-01T09:00:00Z", ["Enter a valid date"]],
  ["", ["Choose a preferred start date"]],
])("validates the preferred start date %j", (preferredStartDate, messages) => {
  expect(listErrorMessages({ ...request, preferredStartDate })).toEqual(messages);
});

test.each([
  ["serviceType", 200, "Service type is too long"],
  ["estimatedScope", 500, "Estimated scope must be at most 500 characters"],
  ["projectDescription", 5000, "Project description must be at most 5,000 characters"],
])("accepts %s up to %d characters", (field, maxLength, message) => {
  expect(listErrorMessages({ ...request, [field]: "x".repeat(maxLength) })).toBeUndefined();
  expect(listErrorMessages({ ...request, [field]: ` ${"x".repeat(maxLength)} ` })).toBeUndefined();
  expect(listErrorMessages({ ...request, [field]: "x".repeat(maxLength + 1) })).toEqual([message]);
});

test("orders urgencies from low to high, each with a badge", () => {
  expect(URGENCIES.map((urgency) => urgencyBadge(urgency).label)).toEqual([
    "LOW priority",
    "MEDIUM priority",
    "HIGH priority",
  ]);
  expect(urgencyBadge("high").tone).toBe("negative");
  expect(urgencyBadge(unknownValue("now")).tone).toBe("neutral");
});

test("a proposal is open until the meeting", () => {
  const now = new Date("2025-10-14T12:00:00Z");
  const meeting = {
    status: "approved",
    scheduled_at: parseInstant("2025-10-14T12:00:01Z"),
    proposed_at: parseInstant("2025-10-20T12:00:00Z"),
  } as const;
  expect(hasOpenProposal(meeting, now)).toBe(true);
  expect(hasOpenProposal({ ...meeting, proposed_at: null }, now)).toBe(false);
  expect(hasOpenProposal({ ...meeting, scheduled_at: parseInstant("2025-10-14T12:00:00Z") }, now)).toBe(
    false,
  );
  expect(hasOpenProposal({ ...meeting, status: "cancelled" }, now)).toBe(false);
});

test("the time to reply starts with the request, or with the proposal of another time", () => {
  const booking = {
    status: "pending",
    created_at: instant("2025-10-01T12:00:00Z"),
    proposal_made_at: null,
  } as const;
  const proposal_made_at = instant("2025-10-14T11:00:00Z");
  expect(awaitsReplySince(booking)).toBe(booking.created_at);
  expect(awaitsReplySince({ ...booking, status: "approved", proposal_made_at })).toBe(proposal_made_at);
});

test.each([
  "pending",
  "in_progress",
  "completed",
  "declined",
  "cancelled",
] as const)("treats a %s booking as no meeting", (status) => {
  const booking = { status, scheduled_at: parseInstant("2099-01-01T00:00:00Z") };
  expect(isUpcomingMeeting(booking, new Date("2025-10-14T12:00:00Z"))).toBe(false);
});
