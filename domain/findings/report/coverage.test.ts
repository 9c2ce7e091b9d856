import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { TAXONOMIES, TAXONOMY_VERSIONS, type Taxonomy } from "#domain/findings/taxonomy.ts";
import { buildCoverage, type CoverageInput } from "./coverage.ts";
import { coverageCsv } from "./coverage-csv.ts";

type Entry = CoverageInput["entries"][number];
type Finding = CoverageInput["findings"][number];

function anEntry(id: string, changes: Partial<Entry> & { taxonomy?: Taxonomy } = {}): Entry {
  const taxonomy = changes.taxonomy ?? "owasp-llm";
  const version = TAXONOMY_VERSIONS[taxonomy];
  return {
    taxonomy,
    version,
    id,
    name: `Name of ${id}`,
    kind: "risk",
    parent_id: null,
    position: 1,
    ...changes,
  };
}

const referenceTo = ({ taxonomy, version, id }: Entry) => ({ taxonomy, version, entry_id: id });

function aFinding(key: string, state: string, ...entries: Entry[]): Finding {
  return {
    id: key,
    key,
    title: "Leak",
    severity: "high",
    state,
    finding_mappings: entries.map(referenceTo),
    retest_findings: [],
  };
}

const LLM01 = anEntry("LLM01:2025");
const LLM02 = anEntry("LLM02:2025", { position: 2 });

function getStatuses(input: CoverageInput): Record<string, string> {
  return Object.fromEntries(
    buildCoverage(input).flatMap(({ entries }) => entries.map(({ id, status }) => [id, status])),
  );
}

describe("the status of an entry", () => {
  test("depends on whether it was recorded as tested", () => {
    const entries = [LLM01, LLM02];
    expect(getStatuses({ entries, testedEntries: [referenceTo(LLM01)], findings: [] })).toEqual({
      "LLM01:2025": "no_findings",
      "LLM02:2025": "not_tested",
    });
  });

  test.each([
    [["open"], "open"],
    [["fixed", "disputed"], "open"],
    [["risk_accepted", "ready_for_retest"], "open"],
    [["fixed", "risk_accepted"], "risk_accepted"],
    [["fixed", "fixed"], "fixed"],
    [["draft"], "not_tested"],
    [["withdrawn"], "not_tested"],
    [["withdrawn", "fixed"], "fixed"],
  ])("with findings that are %j is %s", (states, expected) => {
    const findings = states.map((state, index) => aFinding(`WL-1-00${index}`, state, LLM01));
    expect(getStatuses({ entries: [LLM01], testedEntries: [], findings })).toEqual({
      "LLM01:2025": expected,
    });
  });

  test("with only a withdrawn finding is the recorded one", () => {
    const findings = [aFinding("WL-1-001", "withdrawn", LLM01)];
    const testedEntries = [referenceTo(LLM01)];
    expect(getStatuses({ entries: [LLM01], testedEntries, findings })).toEqual({
      "LLM01:2025": "no_findings",
    });
  });
});

test("lists open findings first, then the most severe, then by key", () => {
  const findings: Finding[] = [
    { ...aFinding("WL-1-001", "fixed", LLM01), severity: "critical" },
    { ...aFinding("WL-10-001", "open", LLM01), severity: "low" },
    { ...aFinding("WL-2-001", "open", LLM01), severity: "low" },
    { ...aFinding("WL-1-004", "in_progress", LLM01), severity: "high" },
  ];
  const [framework] = buildCoverage({ entries: [LLM01], testedEntries: [], findings });
  expect(framework?.entries[0]?.findings.map(({ key }) => key)).toEqual([
    "WL-1-004",
    "WL-2-001",
    "WL-10-001",
    "WL-1-001",
  ]);
});

test("counts tested entries and those with open findings", () => {
  const entries = [LLM01, LLM02, anEntry("LLM03:2025", { position: 3 })];
  const findings = [aFinding("WL-1-001", "open", LLM02), aFinding("WL-1-002", "open", LLM02)];
  expect(buildCoverage({ entries, testedEntries: [referenceTo(LLM01)], findings })).toMatchObject([
    { key: "owasp-llm", label: "OWASP Top 10 for LLM Applications (2025)", testedCount: 2, openCount: 1 },
  ]);
});

describe("frameworks", () => {
  test("are in the usual order, without CWE", () => {
    const entries = TAXONOMIES.toReversed().map((taxonomy) => anEntry("1", { taxonomy }));
    expect(
      buildCoverage({ entries, testedEntries: [], findings: [] }).map(({ taxonomy }) => taxonomy),
    ).toEqual(TAXONOMIES.filter((taxonomy) => taxonomy !== "cwe"));
  });

  test("include an earlier version only if something in it was tested", () => {
    const earlier = anEntry("LLM01:2023", { version: "2023" });
    const entries = [earlier, anEntry("LLM01:1", { version: "2022" }), LLM01];
    const listKeys = (findings: Finding[]) =>
      buildCoverage({ entries, testedEntries: [], findings }).map(({ key }) => key);
    expect(listKeys([])).toEqual(["owasp-llm"]);
    expect(listKeys([aFinding("WL-1-001", "withdrawn", earlier)])).toEqual(["owasp-llm"]);
    expect(listKeys([aFinding("WL-1-001", "fixed", earlier)])).toEqual(["owasp-llm", "owasp-llm-2023"]);
  });
});

describe("headings", () => {
  const taxonomy = "iso-42001";
  const objective = anEntry("A.2", { taxonomy, kind: "objective", position: 1 });
  const other = anEntry("A.3", { taxonomy, kind: "objective", position: 2 });
  const control = anEntry("A.2.2", { taxonomy, kind: "control", parent_id: "A.2", position: 4 });
  const otherControl = anEntry("A.3.2", { taxonomy, kind: "control", parent_id: "A.3", position: 3 });
  const entries = [otherControl, control, other, objective];

  test("group their entries and are not entries themselves", () => {
    const [framework] = buildCoverage({ entries, testedEntries: [], findings: [] });
    expect(framework?.entries.map(({ id, group }) => [id, group?.id])).toEqual([
      ["A.2.2", "A.2"],
      ["A.3.2", "A.3"],
    ]);
  });

  test("are entries if findings are mapped to them, without a status for their entries", () => {
    const findings = [aFinding("WL-1-001", "open", objective)];
    expect(getStatuses({ entries, testedEntries: [], findings })).toEqual({
      "A.2": "open",
      "A.2.2": "not_tested",
      "A.3.2": "not_tested",
    });
  });

  test("a technique is an entry and not a heading of its subtechniques", () => {
    const technique = anEntry("AML.T0051", { taxonomy: "mitre-atlas", kind: "technique", position: 1 });
    const subtechnique = anEntry("AML.T0051.000", {
      ...{ taxonomy: "mitre-atlas", kind: "subtechnique", position: 3, parent_id: "AML.T0051" },
    });
    const next = anEntry("AML.T0052", { taxonomy: "mitre-atlas", kind: "technique", position: 2 });
    const [framework] = buildCoverage({
      ...{
        entries: [technique, next, subtechnique],
        testedEntries: [referenceTo(subtechnique)],
        findings: [],
      },
    });
    expect(framework?.entries).toMatchObject([
      { id: "AML.T0051", status: "not_tested" },
      { id: "AML.T0051.000", status: "no_findings", group: null },
      { id: "AML.T0052" },
    ]);
  });
});

test("is consistent for any findings, and does not depend on their order", () => {
  const entries = Array.from({ length: 4 }, (_, index) => anEntry(`LLM0${index}`, { position: index }));
  const anyEntry = fc.constantFrom(...entries);
  const anyFinding = fc.record({
    state: fc.constantFrom("draft", "withdrawn", "open", "disputed", "risk_accepted", "fixed"),
    mapped: fc.array(anyEntry, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(anyFinding), fc.array(anyEntry), (drawn, tested) => {
      const findings = drawn.map(({ state, mapped }, index) => aFinding(`WL-1-${index}`, state, ...mapped));
      const testedEntries = tested.map(referenceTo);
      const coverage = buildCoverage({ entries, testedEntries, findings });
      const [framework] = coverage;
      expect(framework?.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
      expect(
        buildCoverage({
          entries: entries.toReversed(),
          testedEntries: testedEntries.toReversed(),
          findings: findings.toReversed(),
        }),
      ).toEqual(coverage);
      for (const { id, status, findings: own } of framework?.entries ?? []) {
        expect(own.some(({ state }) => state === "draft" || state === "withdrawn")).toBe(false);
        expect(status === "open").toBe(own.some(({ state }) => isOpenState(state)));
        expect(status === "not_tested").toBe(own.length === 0 && !tested.some((entry) => entry.id === id));
      }
    }),
  );
});

describe("CSV", () => {
  test("has one row per entry with the keys and states of its findings", () => {
    const findings = [aFinding("WL-1-001", "fixed", LLM01), aFinding("WL-1-002", "in_progress", LLM01)];
    const csv = coverageCsv(buildCoverage({ entries: [LLM01, LLM02], testedEntries: [], findings }));
    expect(csv).toBe(
      [
        "\uFEFF",
        '"Framework","Version","Items included","ID","Name","Tested","Status","Findings"\r\n',
        '"OWASP Top 10 for LLM Applications","2025","All","LLM01:2025","Name of LLM01:2025","Yes","Open findings",',
        '"WL-1-002 (In progress); WL-1-001 (Fixed)"\r\n',
        '"OWASP Top 10 for LLM Applications","2025","All","LLM02:2025","Name of LLM02:2025","No","Not tested",""\r\n',
      ].join(""),
    );
  });

  test("states which findings are in a retest", () => {
    const retest = { is_active: true, retest_rounds: { status: "requested" } } as const;
    const findings = [{ ...aFinding("WL-1-001", "ready_for_retest", LLM01), retest_findings: [retest] }];
    const csv = coverageCsv(buildCoverage({ entries: [LLM01], testedEntries: [], findings }));
    expect(csv).toContain('"WL-1-001 (Retest requested)"');
  });

  test("states which frameworks are listed only in part", () => {
    const entries = [
      anEntry("MEASURE 2.5", { taxonomy: "nist-ai-rmf", kind: "subcategory" }),
      anEntry("Art. 9", { taxonomy: "eu-ai-act", kind: "article" }),
      anEntry("A.2.2", { taxonomy: "iso-42001", kind: "control" }),
    ];
    const csv = coverageCsv(buildCoverage({ entries, testedEntries: [], findings: [] }));
    expect(csv).toContain('"NIST AI RMF","1.0","11 of 72 subcategories","MEASURE 2.5"');
    expect(csv).toContain('"EU AI Act","2024/1689","13 of 113 articles","Art. 9"');
    expect(csv).toContain('"ISO/IEC 42001 Annex A","2023","All","A.2.2"');
  });

  test("contains no formulas", () => {
    const entries = [anEntry("LLM01:2025", { name: '=HYPERLINK("x")' })];
    const csv = coverageCsv(buildCoverage({ entries, testedEntries: [], findings: [] }));
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
