import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { newFinding, parseTags, SaveFinding, toFindingForm } from "#domain/findings/finding-form.ts";
import { SEVERITIES } from "#domain/findings/severity.ts";
import { SINGLE_LINE_CASES } from "#domain/test-support/single-line-cases.ts";
import { anyCharacter } from "#tests/support/any-character.ts";

const VECTOR = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
const DOCUMENT_ID = "3b8f8f1e-6c1b-4d7e-9c5a-0d3b1c2a4e5f";
const INVALID_VECTOR = "Enter all 11 CVSS 4.0 base metrics in order, and no others";

const form = { ...newFinding(calendarDate("2026-03-01")), title: "Prompt injection" };

const findErrors = (changes: Record<string, unknown>) =>
  SaveFinding.safeParse({ ...form, ...changes }).error?.issues.map(({ path, message }) => [
    path.join("."),
    message,
  ]);

test("a new finding needs only a title", () => {
  const empty = newFinding(calendarDate("2026-03-01"));
  expect(findErrors(empty)).toEqual([["title", "Enter a title"]]);
  expect(SaveFinding.parse(form)).toEqual({
    title: "Prompt injection",
    severity: "medium",
    cvssVector: "",
    affectedAsset: "",
    description: "",
    impact: "",
    evidence: "",
    reproductionSteps: "",
    recommendation: "",
    tags: [],
    tester: "",
    foundOn: "2026-03-01",
    mappings: [],
    attachmentIds: [],
    correctionNote: "",
  });
});

const LINES = [
  ["title", 200],
  ["affectedAsset", 300],
  ["tester", 200],
] as const;
const SECTIONS = [
  ["description", 20_000],
  ["impact", 20_000],
  ["evidence", 20_000],
  ["reproductionSteps", 20_000],
  ["recommendation", 20_000],
  ["correctionNote", 2_000],
] as const;

describe.each([...LINES, ...SECTIONS])("%s", (field, max) => {
  test(`has at most ${max} characters`, () => {
    expect(findErrors({ [field]: "x".repeat(max) })).toBeUndefined();
    expect(findErrors({ [field]: "x".repeat(max + 1) })).toEqual([
      [field, `Enter at most ${max} characters`],
    ]);
  });

  test("is trimmed before its length is checked", () => {
    const text = "x".repeat(max);
    expect(SaveFinding.parse({ ...form, [field]: ` \n${text}\t\n` })[field]).toBe(text);
  });

  test("must be text", () => {
    expect(SaveFinding.safeParse({ ...form, [field]: null }).success).toBe(false);
    expect(SaveFinding.safeParse({ ...form, [field]: 1 }).success).toBe(false);
  });
});

test.each(LINES)("%s rejects line breaks and invisible control characters", (field) => {
  for (const [text] of SINGLE_LINE_CASES.filter(([, isSingleLine]) => !isSingleLine)) {
    expect(findErrors({ [field]: text })).toEqual([[field, "Remove unsupported characters"]]);
  }
});

test.each(SECTIONS)("%s keeps line breaks, tabs and indentation", (field) => {
  const text = "a\n\n    code\n\tb  \nc";
  expect(SaveFinding.parse({ ...form, [field]: text })[field]).toBe(text);
});

test.each(SECTIONS)("%s rejects a null character, which PostgreSQL cannot store", (field) => {
  expect(findErrors({ [field]: "a\0b" })).toEqual([[field, "Remove unsupported characters"]]);
});

test.each(["", " ", "\n\t"])("requires a title: %j", (title) => {
  expect(findErrors({ title })).toEqual([["title", "Enter a title"]]);
});

test.each(SEVERITIES)("accepts the severity %s", (severity) => {
  expect(findErrors({ severity })).toBeUndefined();
});

test.each(["", "High", "urgent", null])("rejects the severity %j", (severity) => {
  expect(SaveFinding.safeParse({ ...form, severity }).success).toBe(false);
});

test.each([
  ["", ""],
  ["  ", ""],
  [VECTOR, VECTOR],
  [` ${VECTOR}\n`, VECTOR],
])("saves the CVSS vector %j as %j", (cvssVector, expected) => {
  expect(SaveFinding.parse({ ...form, cvssVector }).cvssVector).toBe(expected);
});

test.each([
  [VECTOR.slice(0, -5), `${INVALID_VECTOR}. Missing: SA`],
  [VECTOR.replace("/VC:H/VI:H", ""), `${INVALID_VECTOR}. Missing: VC, VI`],
  [VECTOR.replace("/AC:L", "/AC"), `${INVALID_VECTOR}. Missing: AC`],
  [VECTOR.toLowerCase(), INVALID_VECTOR],
  [`${VECTOR}/E:A`, INVALID_VECTOR],
  ["9.8", INVALID_VECTOR],
])("rejects the CVSS vector %j", (cvssVector, message) => {
  expect(findErrors({ cvssVector })).toEqual([["cvssVector", message]]);
});

test.each([
  ["2026-02-28", undefined],
  ["2028-02-29", undefined],
  ["2026-02-29", [["foundOn", "Enter a valid date"]]],
  ["2026-04-31", [["foundOn", "Enter a valid date"]]],
  ["2026-00-01", [["foundOn", "Enter a valid date"]]],
  ["2026-1-1", [["foundOn", "Enter a valid date"]]],
  ["2026-03-01T00:00:00Z", [["foundOn", "Enter a valid date"]]],
  ["today", [["foundOn", "Enter a valid date"]]],
  ["", [["foundOn", "Enter a valid date"]]],
])("validates the date %j", (foundOn, errors) => {
  expect(findErrors({ foundOn })).toEqual(errors);
});

describe("the tags of a finding", () => {
  test.each([
    [20, undefined],
    [21, [["tags", "Enter at most 20 tags"]]],
  ])("can be up to 20: %d", (count, errors) => {
    expect(findErrors({ tags: Array.from({ length: count }, (_, index) => `tag ${index}`) })).toEqual(errors);
  });

  test("have 1 to 50 characters", () => {
    expect(findErrors({ tags: ["x", "x".repeat(50)] })).toBeUndefined();
    expect(findErrors({ tags: ["x", "x".repeat(51)] })).toEqual([["tags.1", "Enter at most 50 characters"]]);
    expect(findErrors({ tags: ["x", ""] })).toMatchObject([["tags.1", expect.any(String)]]);
    expect(findErrors({ tags: [" "] })).toMatchObject([["tags.0", expect.any(String)]]);
  });

  test("are trimmed and have one line", () => {
    expect(SaveFinding.parse({ ...form, tags: [" rag\n"] }).tags).toEqual(["rag"]);
    expect(findErrors({ tags: ["a\nb"] })).toEqual([["tags.0", "Remove unsupported characters"]]);
    expect(findErrors({ tags: ["a\u202Eb"] })).toEqual([["tags.0", "Remove unsupported characters"]]);
  });
});

test.each([
  [40, undefined],
  [41, [["mappings", "Select at most 40 entries"]]],
])("can be mapped to up to 40 entries: %d", (count, errors) => {
  const mappings = Array.from({ length: count }, (_, id) => ({
    taxonomy: "cwe",
    version: "4.20",
    id: String(id),
  }));
  expect(findErrors({ mappings })).toEqual(errors);
});

test("rejects a mapping to an unknown taxonomy", () => {
  const mappings = [{ taxonomy: "owasp-web", version: "2021", id: "A01" }];
  expect(SaveFinding.safeParse({ ...form, mappings }).success).toBe(false);
});

test.each([
  [20, undefined],
  [21, [["attachmentIds", "Attach at most 20 documents"]]],
])("can have up to 20 attachments: %d", (count, errors) => {
  expect(findErrors({ attachmentIds: Array.from({ length: count }, () => DOCUMENT_ID) })).toEqual(errors);
});

test.each(["", "d1", `${DOCUMENT_ID}/..`])("rejects the attachment %j", (id) => {
  expect(SaveFinding.safeParse({ ...form, attachmentIds: [id] }).success).toBe(false);
});

test("ignores fields that are not part of the form", () => {
  const parsed = SaveFinding.parse({ ...form, publication_status: "published", state: "fixed" });
  expect(parsed).toEqual(form);
});

describe("parseTags", () => {
  test.each([
    ["", []],
    ["  ", []],
    [",", []],
    [" , ,, ", []],
    ["rag", ["rag"]],
    ["rag, agents", ["rag", "agents"]],
    [" rag ,\tagents\n", ["rag", "agents"]],
    ["rag,,agents,", ["rag", "agents"]],
    ["b, a, b", ["b", "a"]],
    ["rag, RAG", ["rag", "RAG"]],
    ["prompt injection; tools", ["prompt injection; tools"]],
  ])("splits %j", (text, tags) => {
    expect(parseTags(text)).toEqual(tags);
  });

  test("returns the same tags when they are joined again", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const tags = parseTags(text);
        expect(parseTags(tags.join(", "))).toEqual(tags);
        expect(tags.every((tag) => tag !== "" && tag === tag.trim() && !tag.includes(","))).toBe(true);
        expect(new Set(tags).size).toBe(tags.length);
      }),
    );
  });
});

describe("the form for a stored finding", () => {
  const stored = {
    title: "Prompt injection",
    severity: "high" as const,
    cvss_vector: VECTOR,
    affected_asset: "chat.acme.example",
    description: "d",
    impact: "i",
    evidence: "e",
    reproduction_steps: "s",
    recommendation: "r",
    tags: ["rag"],
    tester: "Ada",
    found_on: calendarDate("2026-02-28"),
    finding_mappings: [
      { taxonomy: "cwe", version: "4.20", entry_id: "1427" },
      { taxonomy: "owasp-web", version: "2021", entry_id: "A01" },
    ],
    finding_attachments: [{ document_id: DOCUMENT_ID }],
  };

  test("has its values and an empty note", () => {
    expect(toFindingForm(stored)).toEqual({
      title: "Prompt injection",
      severity: "high",
      cvssVector: VECTOR,
      affectedAsset: "chat.acme.example",
      description: "d",
      impact: "i",
      evidence: "e",
      reproductionSteps: "s",
      recommendation: "r",
      tags: ["rag"],
      tester: "Ada",
      foundOn: "2026-02-28",
      mappings: [{ taxonomy: "cwe", version: "4.20", id: "1427" }],
      attachmentIds: [DOCUMENT_ID],
      correctionNote: "",
    });
  });

  test("can be saved unchanged", () => {
    expect(SaveFinding.parse(toFindingForm(stored))).toEqual(toFindingForm(stored));
  });

  test("has an empty vector without a CVSS rating", () => {
    expect(toFindingForm({ ...stored, cvss_vector: null }).cvssVector).toBe("");
  });
});
