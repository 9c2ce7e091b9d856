import { expect, test } from "vitest";
import { BookingRequest } from "#domain/bookings/booking.ts";
import { MeetingRequest, toBookingRequest } from "#domain/bookings/meeting-request.ts";

const FORM = { topic: " Retest results ", project: "", preferredDate: "2031-05-02", message: "" };

test.each([
  [FORM, "Retest results"],
  [{ ...FORM, message: " After 3 PM " }, "After 3 PM"],
  [{ ...FORM, project: "Red team exercise" }, "Project: Red team exercise"],
  [
    { ...FORM, project: "Red team exercise", message: "After 3 PM" },
    "Project: Red team exercise\n\nAfter 3 PM",
  ],
])("is stored as a booking that the booking form accepts", (form, projectDescription) => {
  const booking = toBookingRequest(MeetingRequest.parse(form));
  expect(booking).toEqual({
    ...{ serviceType: "Retest results", preferredStartDate: "2031-05-02", estimatedScope: "" },
    ...{ projectDescription, urgency: "medium" },
  });
  expect(BookingRequest.parse(booking)).toEqual(booking);
});

test.each([
  ["topic", " ", "Enter a topic"],
  ["topic", "a".repeat(201), "Topic must be at most 200 characters"],
  ["preferredDate", "", "Choose a preferred date"],
  ["preferredDate", "2031-02-30", "Enter a valid date"],
  ["message", "a".repeat(4501), "Message must be at most 4,500 characters"],
])("rejects an invalid %s", (field, value, message) => {
  const { error } = MeetingRequest.safeParse({ ...FORM, [field]: value });
  expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[field, message]]);
});
