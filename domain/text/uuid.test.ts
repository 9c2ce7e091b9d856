import { expect, test } from "vitest";
import { isUuid } from "./uuid.ts";

test.each([
  ["a UUID", "0b9cb2a4-3c6e-4d0c-9f0e-6f6f3b8f6f01", true],
  ["a UUID in upper case", "0B9CB2A4-3C6E-4D0C-9F0E-6F6F3B8F6F01", true],
  ["a UUID without dashes", "0b9cb2a43c6e4d0c9f0e6f6f3b8f6f01", false],
  ["a UUID with more text", "0b9cb2a4-3c6e-4d0c-9f0e-6f6f3b8f6f01 ", false],
  ["a letter that is not hexadecimal", "0b9cb2a4-3c6e-4d0c-9f0e-6f6f3b8f6f0g", false],
  ["an empty text", "", false],
])("tests %s", (_, text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
