import { expect, test } from "vitest";
import { clientMatches, clientStatus, isActiveClient } from "#domain/client.ts";

const client = { company: "Northwind Labs", contact_person: "Ada Moreno", email: "ada@northwind.example" };

test.each(["northwind", "NORTHWIND", "moreno", "ADA@", "  labs ", ""])("%j finds the client", (search) => {
  expect(clientMatches(client, search)).toBe(true);
});

test("another word does not, and a client without an account has no e-mail to find", () => {
  expect(clientMatches(client, "contoso")).toBe(false);
  expect(clientMatches({ ...client, email: null }, "@")).toBe(false);
});

test("statuses are in capitals, unknown ones neutral", () => {
  expect(clientStatus("active")).toEqual({ label: "ACTIVE", tone: "positive" });
  expect(clientStatus("archived")).toEqual({ label: "ARCHIVED", tone: "neutral" });
  expect(isActiveClient({ status: "suspended" })).toBe(false);
});
