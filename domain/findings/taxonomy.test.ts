import { describe, expect, test } from "vitest";
import {
  findEntries,
  TAXONOMIES,
  TAXONOMY_LABELS,
  TAXONOMY_VERSIONS,
  TaxonomyReference,
  toTaxonomyReferences,
} from "#domain/findings/taxonomy.ts";

const buildEntry = (taxonomy: string, id: string, name: string, is_common = false) => ({
  taxonomy,
  id,
  name,
  is_common,
});

const ENTRIES = [
  buildEntry("cwe", "79", "Cross-site Scripting"),
  buildEntry("owasp-llm", "LLM01", "Prompt Injection", true),
  buildEntry("cwe", "1427", "Improper Neutralization of Prompt Input", true),
  buildEntry("owasp-llm", "LLM02", "Sensitive Information Disclosure"),
  buildEntry("cwe", "89", "SQL Injection", true),
  buildEntry("mitre-atlas", "AML.T0051", "LLM Prompt Injection"),
];

const findIds = (search: string, taxonomy = "") =>
  findEntries(ENTRIES, { search, taxonomy }).map(({ id }) => id);

describe("findEntries", () => {
  test("lists common entries first, then those of the first taxonomies, and otherwise keeps the order", () => {
    expect(findIds("")).toEqual(["LLM01", "1427", "89", "LLM02", "AML.T0051", "79"]);
  });

  test.each([
    ["injection", ["LLM01", "89", "AML.T0051"]],
    ["PROMPT", ["LLM01", "1427", "AML.T0051"]],
    ["llm", ["LLM01", "LLM02", "AML.T0051"]],
    ["llm01", ["LLM01"]],
    ["79", ["79"]],
    ["9", ["89", "79"]],
    ["aml.t0051", ["AML.T0051"]],
    ["  sql \n", ["89"]],
    ["   ", ["LLM01", "1427", "89", "LLM02", "AML.T0051", "79"]],
    [".", ["AML.T0051"]],
    [".*", []],
    ["(", []],
    ["owasp", []],
    ["nothing", []],
  ])("finds entries whose id or name contains %j", (search, ids) => {
    expect(findIds(search)).toEqual(ids);
  });

  test.each([
    ["cwe", ["1427", "89", "79"]],
    ["owasp-llm", ["LLM01", "LLM02"]],
    ["iso-42001", []],
    ["unknown", []],
  ])("lists the entries of the taxonomy %s", (taxonomy, ids) => {
    expect(findIds("", taxonomy)).toEqual(ids);
  });

  test("combines the search and the taxonomy", () => {
    expect(findIds("injection", "cwe")).toEqual(["89"]);
    expect(findIds("llm", "cwe")).toEqual([]);
  });

  test("does not change the list", () => {
    const entries = [...ENTRIES];
    findEntries(entries, { search: "", taxonomy: "" });
    expect(entries).toEqual(ENTRIES);
  });

  test("returns nothing without entries", () => {
    expect(findEntries([], { search: "", taxonomy: "" })).toEqual([]);
  });
});

test("every taxonomy has a distinct label and a version that a reference accepts", () => {
  expect(new Set(TAXONOMIES.map((taxonomy) => TAXONOMY_LABELS[taxonomy])).size).toBe(TAXONOMIES.length);
  for (const taxonomy of TAXONOMIES) {
    const reference = { taxonomy, version: TAXONOMY_VERSIONS[taxonomy], id: "1" };
    expect(TaxonomyReference.parse(reference)).toEqual(reference);
  }
});

test.each([
  [{ version: "v".repeat(20) }, true],
  [{ version: "v".repeat(21) }, false],
  [{ version: "" }, false],
  [{ id: "i".repeat(40) }, true],
  [{ id: "i".repeat(41) }, false],
  [{ id: "" }, false],
  [{ taxonomy: "owasp-web" }, false],
  [{ taxonomy: "CWE" }, false],
])("a reference with %j is valid: %s", (changes, expected) => {
  const reference = { taxonomy: "cwe", version: "4.20", id: "79", ...changes };
  expect(TaxonomyReference.safeParse(reference).success).toBe(expected);
});

test("converts stored mappings of known taxonomies, keeping versions, order and repeated ids", () => {
  const stored = [
    { taxonomy: "owasp-llm", version: "2025", entry_id: "LLM01" },
    { taxonomy: "owasp-web", version: "2021", entry_id: "A01" },
    { taxonomy: "constructor", version: "1", entry_id: "1" },
    { taxonomy: "owasp-llm", version: "1.1", entry_id: "LLM01" },
    { taxonomy: "cwe", version: "4.20", entry_id: "79" },
  ];
  expect(toTaxonomyReferences(stored)).toEqual([
    { taxonomy: "owasp-llm", version: "2025", id: "LLM01" },
    { taxonomy: "owasp-llm", version: "1.1", id: "LLM01" },
    { taxonomy: "cwe", version: "4.20", id: "79" },
  ]);
  expect(toTaxonomyReferences([])).toEqual([]);
});
