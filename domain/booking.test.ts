import { expect, test } from "vitest";
import { BOOKING_SERVICE_TYPES, BookingRequest, bookingStatus, isUpcomingMeeting } from "#domain/booking.ts";

const request = {
  serviceType: "AI Security Assessment",
  preferredStartDate: "2025-11-01",
  projectDescription: "Review our assistant.",
};
const messagesOf = (input: object) =>
  BookingRequest.safeParse(input).error?.issues.map((issue) => issue.message);

test("scope is optional and urgency is medium unless said", () => {
  expect(BookingRequest.parse(request)).toEqual({ ...request, estimatedScope: "", urgency: "medium" });
});

test("service type, date and description are required", () => {
  expect(messagesOf({ serviceType: "", preferredStartDate: "", projectDescription: "  " })).toEqual([
    "Please select a service type",
    "Please choose a preferred start date",
    "Please describe your project",
  ]);
});

test("a day that does not exist and an unknown urgency are refused", () => {
  expect(messagesOf({ ...request, preferredStartDate: "2025-02-30" })).toEqual(["Please enter a valid date"]);
  expect(messagesOf({ ...request, urgency: "now" })).toHaveLength(1);
});

test("Other comes last", () => {
  expect(BOOKING_SERVICE_TYPES.at(-1)).toBe("Other");
});

test("a meeting is upcoming while approved and ahead", () => {
  const now = new Date("2025-10-14T12:00:00Z");
  const at = (scheduled_at: string | null, status = "approved") =>
    isUpcomingMeeting({ status, scheduled_at }, now);
  expect(at("2025-10-14T12:00:01Z")).toBe(true);
  expect(at("2025-10-14T12:00:00Z")).toBe(false);
  expect(at(null)).toBe(false);
  expect(at("2025-10-15T12:00:00Z", "pending")).toBe(false);
  expect(bookingStatus("lost").tone).toBe("neutral");
});
