import { expect, test } from "vitest";
import { statementFileName } from "./statement-file-name.ts";

test.each([
  ["Northwind", "statement-Northwind.pdf"],
  ["Żółw & Söhne", "statement-Żółw & Söhne.pdf"],
  ["A/B Testing", "statement-A-B Testing.pdf"],
  ["../../etc\\cron", "statement-..-..-etc-cron.pdf"],
  ["fdp\u200b.exe", "statement-fdp.exe.pdf"],
])("the statement of %j is named %j", (company, name) => {
  expect(statementFileName(company, "pdf")).toBe(name);
});
