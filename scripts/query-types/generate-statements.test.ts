import { expect, test } from "vitest";
import { generateStatements } from "./generate-statements.ts";

const COLUMN = { isNullable: false };

test("generates the parameters and the row of each statement", () => {
  const statements = new Map([
    [
      "select $1",
      {
        parameters: [
          { type: "text", isNullable: true },
          { type: "_uuid", isNullable: false },
          { type: "text", isNullable: false, values: ["a", "b"] },
        ],
        columns: [
          { ...COLUMN, name: "id", type: "uuid" },
          { ...COLUMN, name: "?column?", type: "int8", isNullable: true },
          { ...COLUMN, name: "at", type: "timestamptz" },
          { ...COLUMN, name: "data", type: "jsonb", isNullable: true },
        ],
      },
    ],
  ]);
  expect(generateStatements(statements, {})).toContain(`  "select $1": {
    params: readonly [string | null, readonly string[], "a" | "b"]
    row: { id: string; "?column?": string | null; at: Date; data: unknown }
  }`);
});

test.each([
  ["citext", "string"],
  ["_citext", "unknown"],
  ["_name", "unknown"],
  ["_numeric", "number[]"],
  ["_int8", "string[]"],
  ["int4", "number"],
  ["timestamptz", "Date"],
  ["date", "Date"],
])("returns %s as %s, whatever it was cast from", (type, expected) => {
  const column = { ...COLUMN, name: "a", type, valueType: "CalendarDate" as const };
  const statements = new Map([["select", { parameters: [], columns: [column] }]]);
  expect(generateStatements(statements, { valueTypes: "#values.ts" })).toContain(`row: { a: ${expected} }`);
});

test("imports only the types of amounts, dates and JSON columns that the statements use", () => {
  const statements = new Map([
    [
      "select",
      {
        parameters: [],
        columns: [
          { ...COLUMN, name: "amount", type: "numeric", valueType: "Dollars" as const },
          { ...COLUMN, name: "report", type: "jsonb", jsonColumn: "private.runs.report" },
        ],
      },
    ],
  ]);
  const source = generateStatements(statements, {
    valueTypes: "#values.ts",
    jsonColumns: { "private.runs.report": { type: "Partial<Report>", from: "#report.ts" } },
  });
  expect(source).toContain(
    'import type { Report } from "#report.ts"\nimport type { Dollars } from "#values.ts"',
  );
  expect(source).toContain("row: { amount: Dollars; report: Partial<Report> }");
});
