import { expect, test } from "vitest";
import { AccountSettings, settingsColumns } from "#domain/settings.ts";

const settings = {
  contactPerson: " Ada Moreno ",
  email: "ada@northwind.example",
  company: "Northwind Labs",
  phone: "",
  address: "",
};

test("phone and address may be empty; the columns written never hold the e-mail address", () => {
  expect(settingsColumns(AccountSettings.parse(settings))).toEqual({
    contact_person: "Ada Moreno",
    company: "Northwind Labs",
    phone: "",
    address: "",
  });
});

test("blank names and a broken address are refused", () => {
  const result = AccountSettings.safeParse({ ...settings, contactPerson: "  ", company: "", email: "ada" });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    "Contact person is required",
    "Invalid email address",
    "Company is required",
  ]);
});
