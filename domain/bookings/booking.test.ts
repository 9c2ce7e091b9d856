import { expect, test } from "vitest";
import {
  BOOKING_SERVICE_TYPES,
  BookingRequest,
  type BookingStatus,
  bookingStatus,
  isUpcomingMeeting,
  URGENCIES,
  urgencyBadge,
} from "#domain/bookings/booking.ts";
import { parseInstant } from "#domain/dates/instant.ts";

const request = {
  serviceType: "AI Security Assessment",
  preferredStartDate: "2025-11-01",
  projectDescription: "Review our assistant.",
};
const errorMessages = (input: object) =>
  BookingRequest.safeParse(input).error?.issues.map((issue) => issue.message);

test("makes the scope optional and defaults urgency to medium", () => {
  expect(BookingRequest.parse(request)).toEqual({ ...request, estimatedScope: "", urgency: "medium" });
});

test("requires a service type, a date and a description", () => {
  expect(errorMessages({ serviceType: "", preferredStartDate: "", projectDescription: "  " })).toEqual([
    "Select a service type",
    "Choose a preferred start date",
    "Describe your project",
  ]);
});

test("rejects a date that does not exist and an unknown urgency", () => {
  expect(errorMessages({ ...request, preferredStartDate: "2025-02-30" })).toEqual(["Enter a valid date"]);
  expect(errorMessages({ ...request, urgency: "now" })).toHaveLength(1);
});

test("lists Other last", () => {
  expect(BOOKING_SERVICE_TYPES.at(-1)).toBe("Other");
});

test("treats approved bookings in the future as upcoming meetings", () => {
  const now = new Date("2025-10-14T12:00:00Z");
  const at = (scheduled_at: string | null, status: BookingStatus = "approved") =>
    isUpcomingMeeting({ status, scheduled_at: parseInstant(scheduled_at) }, now);
  expect(at("2025-10-14T12:00:01Z")).toBe(true);
  expect(at("2025-10-14T12:00:00Z")).toBe(false);
  expect(at(null)).toBe(false);
  expect(at("2025-10-15T12:00:00Z", "pending")).toBe(false);
  expect(bookingStatus("lost" as never).tone).toBe("neutral");
});

test.each([
  ["2024-02-29", undefined],
  ["2025-02-29", ["Enter a valid date"]],
  ["2025-11-01T09:00:00Z", ["Enter a valid date"]],
  ["", ["Choose a preferred start date"]],
])("validates the preferred start date %j", (preferredStartDate, messages) => {
  expect(errorMessages({ ...request, preferredStartDate })).toEqual(messages);
});

test.each([
  ["serviceType", 200, "Service type is too long"],
  ["estimatedScope", 500, "Estimated scope must be at most 500 characters"],
  ["projectDescription", 5000, "Project description must be at most 5,000 characters"],
])("accepts %s up to %d characters", (field, maxLength, message) => {
  expect(errorMessages({ ...request, [field]: "x".repeat(maxLength) })).toBeUndefined();
  expect(errorMessages({ ...request, [field]: ` ${"x".repeat(maxLength)} ` })).toBeUndefined();
  expect(errorMessages({ ...request, [field]: "x".repeat(maxLength + 1) })).toEqual([message]);
});

test("offers urgencies from low to high, with a badge each", () => {
  expect(URGENCIES.map((urgency) => urgencyBadge(urgency).label)).toEqual([
    "LOW priority",
    "MEDIUM priority",
    "HIGH priority",
  ]);
  expect(urgencyBadge("high").tone).toBe("negative");
  expect(urgencyBadge("now" as never).tone).toBe("neutral");
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
