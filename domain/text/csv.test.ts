import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { formatCsvDollars, toCsv, toPlainCsv } from "./csv.ts";

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\tcmd",
  "\rcmd",
  "\ncmd",
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

test.each([
  ["x;=1+1", "x;'=1+1"],
  ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
  ['x; "=1', 'x; ""\'=1'],
  [";-1", ";'-1"],
  ["x; - 1", "x; '- 1"],
  ["x;＝1;+1", "x;'＝1;'+1"],
  ["\t=1", "'\t'=1"],
  ["x\n=1", "x\n'=1"],
  ["x\r\n-cmd", "x\r\n'-cmd"],
])("escapes a formula in %j, which a spreadsheet with another separator splits", (text, escaped) =>
  expect(toPlainCsv([[text]])).toBe(`"${escaped}"\r\n`));

test.each([
  "a - b, c=d",
  "LLM01 Prompt injection; LLM02 Leak",
  "Steps:\n\n- one\n- two",
  "-1,5 = x",
])("does not escape inside %j, where no spreadsheet starts a new cell", (text) =>
  expect(toPlainCsv([[text]])).toBe(`"${text.startsWith("-") ? "'" : ""}${text}"\r\n`));

test("escapes a long text in linear time", () => {
  const spaces = "\n".repeat(1_000_000);
  expect(toPlainCsv([[`x${spaces}=1`]])).toBe(`"x${spaces}'=1"\r\n`);
});

test("doubles quotes and keeps amounts numeric", () => {
  expect(
    toCsv([
      ["A", "B"],
      ['Say "yes", please', formatCsvDollars(cents(123456))],
    ]),
  ).toBe('\uFEFF"A","B"\r\n"Say ""yes"", please","1234.56"\r\n');
});
