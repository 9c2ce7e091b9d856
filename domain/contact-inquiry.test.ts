import { expect, test } from "vitest";
import { SERVICE_INTERESTS } from "#domain/contact-form.ts";
import { ContactInquiry, inquiryErrors } from "#domain/contact-inquiry.ts";

const inquiry = {
  name: "Jo",
  email: "jo@example.com",
  company: "Acme",
  serviceInterest: "Other",
  message: "0123456789",
};

test("an inquiry at every lower bound is accepted", () => {
  expect(inquiryErrors({ ...inquiry, company: "AB" })).toEqual({});
});

test("every field answers nothing at all with its own words", () => {
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
])("%s refuses %j", (field, value, words) => {
  expect(inquiryErrors({ ...inquiry, [field]: value })).toEqual({ [field]: words });
});

test("white space around a value is neither counted nor kept", () => {
  expect(inquiryErrors({ ...inquiry, name: " J " })).toEqual({ name: "Name must be at least 2 characters" });
  expect(ContactInquiry.parse({ ...inquiry, email: " jo@example.com " }).email).toBe("jo@example.com");
});

test("an emoji counts as one character, as in the database", () => {
  expect(inquiryErrors({ ...inquiry, name: "🙂" })).toHaveProperty("name");
});

test("what the database could not store is refused with words", () => {
  expect(inquiryErrors({ ...inquiry, message: "x".repeat(5000) })).toEqual({});
  expect(inquiryErrors({ ...inquiry, message: "x".repeat(5001) })).toHaveProperty("message");
  expect(inquiryErrors({ ...inquiry, message: "null byte \0 in it" })).toHaveProperty("message");
});

test("all five interests can be chosen", () => {
  for (const serviceInterest of SERVICE_INTERESTS) {
    expect(inquiryErrors({ ...inquiry, serviceInterest })).toEqual({});
  }
});
