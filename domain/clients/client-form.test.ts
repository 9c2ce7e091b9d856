import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import {
  ClientEmail,
  ClientForm,
  ClientStatusChange,
  EMPTY_CLIENT_FORM,
  InviteClientForm,
  isInvitationExpired,
  NewClientForm,
} from "./client-form.ts";

const completeForm = {
  ...EMPTY_CLIENT_FORM,
  company: " Acme ",
  contactPerson: "Ada",
  email: " ada@acme.example ",
};

test("requires only company, contact person and email, and trims them", () => {
  expect(
    NewClientForm.parse({ company: " Acme ", contactPerson: "Ada", email: " ada@acme.example " }),
  ).toEqual({
    ...completeForm,
    company: "Acme",
    email: "ada@acme.example",
  });
});

test.each([
  ["company", "", "Company is required"],
  ["contactPerson", " ", "Contact person is required"],
  ["email", "ada", "Invalid email address"],
  ["email", "ada@acme.example\r\nBcc: x@y.example", "Invalid email address"],
  ["company", "A\0", "Remove unsupported characters"],
])("reports an error at %s for %j", (field, value, message) => {
  const { error } = NewClientForm.safeParse({ ...completeForm, [field]: value });
  expect(error?.issues).toMatchObject([{ path: [field], message: message }]);
});

test("expires an invitation after exactly seven days", () => {
  const invitedAt = instant("2026-01-01T00:00:00Z");
  expect(isInvitationExpired(invitedAt, new Date("2026-01-08T00:00:00Z"))).toBe(false);
  expect(isInvitationExpired(invitedAt, new Date("2026-01-08T00:00:00.001Z"))).toBe(true);
});

test("makes phone and address optional when editing, and drops the email", () => {
  expect(ClientForm.parse({ company: "Acme", contactPerson: "Ada", email: "ada@acme.example" })).toEqual({
    company: "Acme",
    contactPerson: "Ada",
    phone: "",
    address: "",
  });
});

test.each([
  [`${"x".repeat(64)}@${"y".repeat(63)}.${"z".repeat(63)}.${"w".repeat(57)}.com`, true],
  [`${"x".repeat(64)}@${"y".repeat(63)}.${"z".repeat(63)}.${"w".repeat(58)}.com`, false],
  ["ada@acme.example", true],
  ["ada@acme", false],
  ["", false],
])("validates the email address %j (accepted: %s)", (email, accepted) => {
  expect(ClientEmail.safeParse(email).success).toBe(accepted);
  expect(InviteClientForm.safeParse({ email }).success).toBe(accepted);
});

test("accepts only active and suspended as a new client status", () => {
  const acceptedStatuses = ["active", "suspended", "deleted", ""].filter(
    (status) => ClientStatusChange.safeParse({ status }).success,
  );
  expect(acceptedStatuses).toEqual(["active", "suspended"]);
});
