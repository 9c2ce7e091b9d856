import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { anyCharacter } from "#tests/support/any-character.ts";
import type { ExportedFinding } from "./exported-finding.ts";
import { findingsToCsv } from "./findings-csv.ts";
import { findingsToSarif } from "./findings-sarif.ts";

const FIRM = { name: "Wardline", url: "https://wardline.example" };

const FINDING: ExportedFinding = {
  ...{
    id: "3d1a9d1f-2b11-4d2a-9c38-5f0c9a527d8e",
    key: "WL-12-003",
    title: "Prompt injection",
    severity: "high",
  },
  ...{
    cvss_score: 8.7,
    cvss_vector: "CVSS:4.0/AV:N",
    state: "open",
    retest: null,
    affected_asset: "Support assistant / EU",
  },
  ...{
    description: "It follows **emails**.",
    impact: "Data leaves.",
    recommendation: "Separate instructions.",
  },
  ...{ tags: ["rag"], due_on: calendarDate("2026-12-01"), planned_on: null },
  ...{
    published_on: calendarDate("2026-11-01"),
    assignee: "Sam Lee",
    project: "Red team",
    acceptanceReason: null,
  },
  finding_mappings: [
    { taxonomy: "owasp-llm", version: "2025", entry_id: "LLM01:2025", name: "Prompt Injection" },
  ],
};

/** Any text, and texts that spreadsheets, browsers and parsers could run or end early. */
const HOSTILE_TEXT = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "=cmd()",
        "+1",
        "@SUM(A1)",
        '"',
        '","',
        "\r\n",
        ";=1",
        "</script><script>",
        "\t",
        "\\",
        "\u2028",
      ),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const parseSarif = (...findings: ExportedFinding[]) => JSON.parse(findingsToSarif(findings, FIRM)).runs[0];

describe("CSV", () => {
  test("has one row per finding", () => {
    const [header, row] = findingsToCsv([FINDING]).split("\r\n");
    expect(header).toContain('"Key","Title","Severity"');
    expect(row).toBe(
      [
        ...[
          "WL-12-003",
          "Prompt injection",
          "High",
          "8.7",
          "CVSS:4.0/AV:N",
          "Open",
          "2026-12-01",
          "",
          "Sam Lee",
        ],
        ...["Red team", "Support assistant / EU", "2026-11-01", "rag", "LLM01:2025 Prompt Injection"],
        ...["It follows **emails**.", "Data leaves.", "Separate instructions."],
      ]
        .map((cell) => `"${cell}"`)
        .join(","),
    );
  });

  test("has the status that lists show, with the retest", () => {
    const csv = findingsToCsv([
      { ...FINDING, state: "ready_for_retest", retest: "requested" },
      { ...FINDING, state: "in_progress", retest: "requested" },
      { ...FINDING, state: "ready_for_retest" },
    ]);
    const [, ...rows] = csv.split("\r\n");
    expect(rows.map((row) => row.split('","')[5]).slice(0, 3)).toEqual([
      ...["Retest requested", "In progress, Retest requested", "Ready for retest"],
    ]);
  });

  test("contains no formulas", () => {
    expect(findingsToCsv([{ ...FINDING, title: "=cmd()" }])).toContain(`"'=cmd()"`);
  });

  test("has the same cells and no formulas for any text", () => {
    fc.assert(
      fc.property(HOSTILE_TEXT, HOSTILE_TEXT, (title, description) => {
        const csv = findingsToCsv([{ ...FINDING, title, description, tags: [title], assignee: title }]);
        const cells = [...csv.matchAll(/"((?:[^"]|"")*)"(?=[,\r])/g)].map(([, cell = ""]) => cell);
        expect(cells).toHaveLength(2 * 17);
        expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
        // Without the quotes, nothing is left that a spreadsheet could read as a cell.
        expect(csv.replaceAll(/"(?:[^"]|"")*"/g, "")).toMatch(/^\uFEFF?,{16}\r\n,{16}\r\n$/);
      }),
    );
  });
});

describe("SARIF", () => {
  test("has a rule and a result with a location and a stable fingerprint for each finding", () => {
    const { tool, results } = parseSarif(FINDING);
    expect(tool.driver).toMatchObject({
      name: "Wardline",
      rules: [
        {
          id: "WL-12-003",
          properties: { "security-severity": "8.7", tags: expect.arrayContaining(["rag"]) },
        },
      ],
    });
    expect(results).toMatchObject([
      {
        ruleId: "WL-12-003",
        ruleIndex: 0,
        level: "error",
        locations: [{ physicalLocation: { artifactLocation: { uri: "ai-system/support-assistant-eu" } } }],
        partialFingerprints: { primaryLocationLineHash: FINDING.id },
      },
    ]);
  });

  test.each([
    ["critical", "error"],
    ["high", "error"],
    ["medium", "warning"],
    ["low", "note"],
    ["info", "note"],
  ] as const)("maps %s to %s", (severity, level) => {
    expect(parseSarif({ ...FINDING, severity }).results[0].level).toBe(level);
  });

  test("leaves out fixed and withdrawn findings, and suppresses accepted risks", () => {
    const accepted = { ...FINDING, state: "risk_accepted", acceptanceReason: "Internal only" };
    const { results } = parseSarif(
      { ...FINDING, state: "fixed" },
      { ...FINDING, state: "withdrawn" },
      accepted,
    );
    expect(results).toHaveLength(1);
    expect(results[0].suppressions).toEqual([
      { kind: "external", status: "accepted", justification: "Internal only" },
    ]);
  });

  test("contains any text unchanged, and only as text", () => {
    fc.assert(
      fc.property(HOSTILE_TEXT, HOSTILE_TEXT, (title, description) => {
        const { tool, results } = parseSarif({ ...FINDING, title, description });
        expect(tool.driver.rules).toHaveLength(1);
        expect(tool.driver.rules[0]).toMatchObject({
          ...{
            id: FINDING.key,
            shortDescription: { text: title },
            fullDescription: { text: description || title },
          },
        });
        expect(results[0].message).toEqual({ text: `${FINDING.key}: ${title}` });
      }),
    );
  });

  test("has a path without special characters for any asset", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (affected_asset) => {
        const { uri } = parseSarif({ ...FINDING, affected_asset }).results[0].locations[0].physicalLocation
          .artifactLocation;
        expect(uri).toMatch(/^ai-system\/[a-z0-9-]+$/);
      }),
    );
  });
});
