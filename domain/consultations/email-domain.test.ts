import { expect, test } from "vitest";
import { getOrganizationDomain } from "./email-domain.ts";

test.each([
  ["ada@visitor.example", "visitor.example"],
  ["Ada@Visitor.Example", "visitor.example"],
  ["ada@a.b.visitor.example", "visitor.example"],
  ["ada@example.co.uk", "example.co.uk"],
  ["ada@mail.example.co.uk", "example.co.uk"],
  ["ada@mail.abc.de", "abc.de"],
  // Only domains of countries have registry labels.
  ["ada@mail.co.example", "co.example"],
  ["ada@localhost", "localhost"],
])("the domain of %s is %s", (email, domain) => {
  expect(getOrganizationDomain(email)).toBe(domain);
});

test.each([
  "ada@gmail.com",
  "Ada@GoogleMail.com",
  "ada@yahoo.co.uk",
  "ada@eu.outlook.com",
])("%s is an address of a large mail provider", (email) => {
  expect(getOrganizationDomain(email)).toBeNull();
});

test.each([
  "ada@gmail.com.visitor.example",
  "ada@notgmail.com",
  "ada@gmail.co",
])("%s is not an address of a large mail provider", (email) => {
  expect(getOrganizationDomain(email)).not.toBeNull();
});
