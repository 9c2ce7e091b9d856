import { expect, test } from "vitest";
import { parseMappings, parseTaxonomyId } from "./taxonomy-ids.ts";

test.each([
  ["CWE-79", "CWE-79"],
  ["cwe-079", "CWE-79"],
  ["external/cwe/cwe-1427", "CWE-1427"],
  ["CWE-79: Cross-site Scripting", "CWE-79"],
  ["LLM01:2025", "LLM01:2025"],
  ["asi10:2026", "ASI10:2026"],
  ["AML.T0051.001", "AML.T0051.001"],
  ["AML.TA0002", "AML.TA0002"],
])("recognizes %s", (text, id) => {
  expect(parseTaxonomyId(text)?.id).toBe(id);
});

test.each([
  "LLM01",
  "LLM01:2023",
  "LLM11:2025",
  "CWE-0",
  "CWE-123456",
  "A01:2021",
  "79",
  "",
])("does not recognize %j", (text) => {
  expect(parseTaxonomyId(text)).toBeNull();
});

test.each([
  ["owasp-llm:LLM01:2025 cwe:CWE-1427", ["LLM01:2025", "CWE-1427"]],
  ["cwe:79; CWE:CWE-22", ["CWE-79", "CWE-22"]],
  ["nist-ai-rmf:MEASURE 2.7 | eu-ai-act:Art. 15(5)", ["MEASURE 2.7", "Art. 15(5)"]],
  ["nist-ai-600-1:GAI-2.1,iso-42001:A.6", ["GAI-2.1", "A.6"]],
  ["owasp-llm:LLM01 cwe:LLM01:2025 other:1", []],
  ["", []],
])("reads the list %j", (text, ids) => {
  expect(parseMappings(text).map(({ id }) => id)).toEqual(ids);
});
