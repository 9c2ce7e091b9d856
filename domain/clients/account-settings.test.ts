import { expect, test } from "vitest";
import { AccountSettings, canRenamePerson, toClientColumns } from "#domain/clients/account-settings.ts";

const settings = {
  contactPerson: " Ada Moreno ",
  email: "ada@northwind.example",
  company: "Northwind Labs",
  phone: "",
  address: "",
};

test("allows an empty phone and address, and never writes the email column", () => {
  expect(toClientColumns(AccountSettings.parse(settings))).toEqual({
    contact_person: "Ada Moreno",
    company: "Northwind Labs",
    phone: "",
    address: "",
  });
});

test("rejects blank names and an invalid email", () => {
  const result = AccountSettings.safeParse({ ...settings, contactPerson: "  ", company: "", email: "ada" });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    "Contact person is required",
    "Invalid email address",
    "Company is required",
  ]);
});

const stored = { name: "Ada Moreno", contact_person: "ada moreno", is_contact_person: true };

test.each([
  ["the contact person renames the contact person", {}, { contactPerson: "Ada Byron" }, true],
  ["nothing is renamed", {}, {}, false],
  ["both names are changed", {}, { name: "Ada Byron", contactPerson: "Grace Hopper" }, false],
  ["someone else is the contact person", { is_contact_person: false }, { contactPerson: "Ada Byron" }, false],
])("offers to rename the person: %s", (_, storedOverrides, changes, expected) => {
  const form = { name: stored.name, contactPerson: stored.contact_person, ...changes };
  expect(canRenamePerson(form, { ...stored, ...storedOverrides })).toBe(expected);
});
