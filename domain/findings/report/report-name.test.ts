import { expect, test } from "vitest";
import { getLetterName, getReportName } from "./report-name.ts";

test.each([
  ["Chatbot", "Report WL-12 Chatbot.pdf"],
  ["Q3 / Q4\\review", "Report WL-12 Q3 - Q4-review.pdf"],
  ["\u202egpj.exe", "Report WL-12 gpj.exe.pdf"],
  ["...", "Report WL-12.pdf"],
])("names the report of the project %j", (name, expected) => {
  expect(getReportName("WL", { number: 12, name })).toBe(expected);
});

test("shortens the name of the project to what a document name can contain", () => {
  const name = getLetterName("WL", { number: 1, name: "x".repeat(300) });
  expect(name).toBe(`Letter of attestation WL-01 ${"x".repeat(100)}.pdf`);
});
