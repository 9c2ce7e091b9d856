import { expect, test } from "vitest";
import { asCsv, csvDollars } from "./csv.ts";

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\tcmd",
  "\r=1",
  "\n=1",
])("a cell that begins like a formula becomes a text: %j", (text) =>
  expect(asCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`));

test("quotes are doubled, amounts stay numbers", () => {
  expect(
    asCsv([
      ["A", "B"],
      ['Say "yes", please', csvDollars(123456)],
    ]),
  ).toBe('\uFEFF"A","B"\r\n"Say ""yes"", please","1234.56"\r\n');
});
