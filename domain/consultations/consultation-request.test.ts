import { expect, test } from "vitest";
import {
  CancelConsultation,
  ClientConsultationRequest,
  ConsultationRequest,
  consultationErrors,
} from "./consultation-request.ts";

const REQUEST = {
  formId: "7d9f0c9e-0000-4000-8000-000000000000",
  startsAt: "2026-12-01T15:00:00Z",
  timeZone: "Asia/Kathmandu",
  name: "Jo",
  email: "jo@visitor.example",
  company: "AB",
  topic: "0123456789",
};

test("accepts a request at every lower bound, and trims text", () => {
  expect(consultationErrors(REQUEST)).toEqual({});
  expect(ConsultationRequest.parse({ ...REQUEST, email: " jo@visitor.example " }).email).toBe(REQUEST.email);
});

test.each([
  ["formId", "1", "Reload the page and try again"],
  ["startsAt", "2026-12-01T15:00", "Choose a time"],
  ["startsAt", "2026-02-30T15:00:00Z", "Choose a time"],
  ["startsAt", "9999-12-31T23:59:59-14:00", "Choose a time"],
  ["timeZone", "Mars/Olympus", "Choose a time zone"],
  ["name", "J", "Name must be at least 2 characters"],
  ["email", "jo@", "Invalid email address"],
  ["company", "A", "Company name must be at least 2 characters"],
  ["topic", "012345678", "Describe what it's about in at least 10 characters"],
  ["topic", "0123456789\0", "Remove unsupported characters"],
  ["name", "Jo\r\nBcc: x@y.example", "Remove unsupported characters"],
])("%s rejects %j", (field, value, message) => {
  expect(consultationErrors({ ...REQUEST, [field]: value })).toEqual({ [field]: message });
});

test("a client sends no address and no company", () => {
  const { email: _, company: __, ...request } = REQUEST;
  expect(ClientConsultationRequest.safeParse(request).success).toBe(true);
});

test("accepts a reason of up to 1,000 characters, or none", () => {
  expect(CancelConsultation.parse({})).toEqual({ reason: "" });
  expect(CancelConsultation.safeParse({ reason: "x".repeat(1000) }).success).toBe(true);
  expect(CancelConsultation.safeParse({ reason: "x".repeat(1001) }).success).toBe(false);
});
