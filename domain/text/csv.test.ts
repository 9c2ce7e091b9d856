import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { formatCsvDollars, toCsv, toPlainCsv } from "./csv.ts";

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\tcmd",
  "\r=1",
  "\n=1",
  // Spreadsheets also run formulas that start with full-width characters.
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "-1.5e3",
  "-1.",
])("escapes a cell that starts like a formula: %j", (text) =>
  expect(toCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`));

test.each(["-1", "-1234.56"])("keeps the negative amount %s numeric", (text) =>
  expect(toPlainCsv([[text]])).toBe(`"${text}"\r\n`));

test("doubles quotes and keeps amounts numeric", () => {
  expect(
    toCsv([
      ["A", "B"],
      ['Say "yes", please', formatCsvDollars(cents(123456))],
    ]),
  ).toBe('\uFEFF"A","B"\r\n"Say ""yes"", please","1234.56"\r\n');
});
