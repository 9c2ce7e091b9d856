import { expect, test } from "vitest";
import { EMPTY_CLIENT_FORM, isInvitationExpired, NewClientForm } from "./client-form.ts";

const whole = { ...EMPTY_CLIENT_FORM, company: " Acme ", contactPerson: "Ada", email: " ada@acme.example " };

test("company, contact person and e-mail are enough, and are trimmed", () => {
  expect(
    NewClientForm.parse({ company: " Acme ", contactPerson: "Ada", email: " ada@acme.example " }),
  ).toEqual({
    ...whole,
    company: "Acme",
    email: "ada@acme.example",
  });
});

test.each([
  ["company", "", "Company is required"],
  ["contactPerson", " ", "Contact person is required"],
  ["email", "ada", "Invalid email address"],
  ["email", "ada@acme.example\r\nBcc: x@y.example", "Invalid email address"],
  ["company", "A\0", "Please remove the characters that are not text"],
])("%s %j is told at its field", (field, value, words) => {
  const { error } = NewClientForm.safeParse({ ...whole, [field]: value });
  expect(error?.issues).toMatchObject([{ path: [field], message: words }]);
});

test("an invitation is good for seven days, to the instant", () => {
  const invited = "2026-01-01T00:00:00Z";
  expect(isInvitationExpired(invited, new Date("2026-01-08T00:00:00Z"))).toBe(false);
  expect(isInvitationExpired(invited, new Date("2026-01-08T00:00:00.001Z"))).toBe(true);
});
