import { expect, test } from "vitest";
import { formatPerson } from "./format-person.ts";

test.each([
  ["Amara Osei", "amara@client.example", "Amara Osei (amara@client.example)"],
  [null, "amara@client.example", "amara@client.example"],
  ["Amara Osei", "", ""],
])("formats %s with %s", (name, email, expected) => {
  expect(formatPerson(name, email)).toBe(expected);
});
