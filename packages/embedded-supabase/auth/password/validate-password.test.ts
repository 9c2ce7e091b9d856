import { expect, test } from "vitest";
import { personalTerms, validatePassword } from "./validate-password.ts";

const disallowed = personalTerms("https://portal.firm-of-ours.example", [
  "ada.lovelace@analytical-engines.example",
]);

test.each([
  "Analytical-Engines1",
  "ada.lovelace!2026",
  "lovelace99",
  "FirmOfOurs#1",
  "ada.lovelace@analytical-engines.example",
])("rejects a password that is only a personal or site term: %s", (password) => {
  expect(() => validatePassword(password, { disallowed })).toThrow(/easy to guess/);
});

test.each([
  "lovelace and the engine",
  "two firms of ours 7",
  "12345678 ada 12345",
])("accepts a password that adds other words to such a term: %s", (password) => {
  expect(() => validatePassword(password, { disallowed })).not.toThrow();
});
