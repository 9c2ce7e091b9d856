import { expect, test } from "vitest";
import { AccountSettings, toClientColumns } from "#domain/clients/account-settings.ts";

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
