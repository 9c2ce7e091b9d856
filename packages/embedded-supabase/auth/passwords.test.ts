import { expect, test } from "vitest";
import { obviousWords, requireAcceptable } from "./passwords.ts";

const words = obviousWords("https://portal.firm-of-ours.example", [
  "ada.lovelace@analytical-engines.example",
]);

test.each([
  "Analytical-Engines1",
  "ada.lovelace!2026",
  "lovelace99",
  "FirmOfOurs#1",
  "ada.lovelace@analytical-engines.example",
])("a password that is a word of the person or the site is refused: %s", (password) => {
  expect(() => requireAcceptable(password, words)).toThrow(/easy to guess/);
});

test.each([
  "lovelace and the engine",
  "two firms of ours 7",
  "12345678 ada 12345",
])("one that holds more than such a word is not: %s", (password) => {
  expect(() => requireAcceptable(password, words)).not.toThrow();
});
