import { expect, test } from "vitest";
import { SERVICE_INTERESTS } from "#domain/inquiries/contact-form.ts";
import { ContactInquiry, inquiryErrors } from "#domain/inquiries/contact-inquiry.ts";

const inquiry = {
  name: "Jo",
  email: "jo@example.com",
  company: "Acme",
  serviceInterest: "Other",
  message: "0123456789",
};

test("accepts an inquiry at every lower bound", () => {
  expect(inquiryErrors({ ...inquiry, company: "AB" })).toEqual({});
});

test("reports a message for every missing field", () => {
  expect(inquiryErrors({})).toEqual({
    name: "Name must be at least 2 characters",
    email: "Invalid email address",
    company: "Company name must be at least 2 characters",
    serviceInterest: "Please select a service",
    message: "Message must be at least 10 characters",
  });
});

test.each([
  ["name", "J", "Name must be at least 2 characters"],
  ["company", "A", "Company name must be at least 2 characters"],
  ["message", "012345678", "Message must be at least 10 characters"],
  ["email", "jo@", "Invalid email address"],
  ["serviceInterest", "", "Please select a service"],
  ["serviceInterest", "Pizza", "Please select a service"],
])("%s rejects %j", (field, value, message) => {
  expect(inquiryErrors({ ...inquiry, [field]: value })).toEqual({ [field]: message });
});

test("trims whitespace before validating", () => {
  expect(inquiryErrors({ ...inquiry, name: " J " })).toEqual({ name: "Name must be at least 2 characters" });
  expect(ContactInquiry.parse({ ...inquiry, email: " jo@example.com " }).email).toBe("jo@example.com");
});

test("counts an emoji as one character, like the database", () => {
  expect(inquiryErrors({ ...inquiry, name: "🙂" })).toHaveProperty("name");
});

test("rejects text the database cannot store", () => {
  expect(inquiryErrors({ ...inquiry, message: "x".repeat(5000) })).toEqual({});
  expect(inquiryErrors({ ...inquiry, message: "x".repeat(5001) })).toHaveProperty("message");
  expect(inquiryErrors({ ...inquiry, message: "null byte \0 in it" })).toHaveProperty("message");
});

test("accepts all five service interests", () => {
  for (const serviceInterest of SERVICE_INTERESTS) {
    expect(inquiryErrors({ ...inquiry, serviceInterest })).toEqual({});
  }
});
