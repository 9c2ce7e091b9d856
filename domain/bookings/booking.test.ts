import { expect, test } from "vitest";
import {
  BOOKING_SERVICE_TYPES,
  BookingRequest,
  type BookingStatus,
  bookingStatus,
  isUpcomingMeeting,
} from "#domain/bookings/booking.ts";

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
    isUpcomingMeeting({ status, scheduled_at }, now);
  expect(at("2025-10-14T12:00:01Z")).toBe(true);
  expect(at("2025-10-14T12:00:00Z")).toBe(false);
  expect(at(null)).toBe(false);
  expect(at("2025-10-15T12:00:00Z", "pending")).toBe(false);
  expect(bookingStatus("lost" as never).tone).toBe("neutral");
});
