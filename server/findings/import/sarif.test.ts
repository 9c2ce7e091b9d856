import { describe, expect, test } from "vitest";
import { readJson, readTestData, readText } from "./test-support/read-text.ts";

type Values = Record<string, unknown>;

function file(results: Values[], { driver, ...run }: { driver?: Values } & Values = {}) {
  return { version: "2.1.0", runs: [{ results, ...run, tool: { driver: { name: "Scanner", ...driver } } }] };
}

function result(values: Values = {}): Values {
  return { ruleId: "R1", message: { text: "Found it" }, ...values };
}

function at(uri: string, startLine = 1): Values[] {
  return [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }];
}

async function readResult(values: Values, run: { driver?: Values } & Values = {}) {
  return await readJson("sarif", file([result(values)], run));
}

describe("sample files", () => {
  test("skips results whose suppressions are all accepted", async () => {
    const imported = await readTestData("sarif", "sarif-suppressions.sarif");
    expect(imported).toMatchObject({ resultCount: 9, skipped: { suppressed: 3 }, tool: "SarifSamples 1.0" });
    expect(imported.findings).toMatchObject([{ resultCount: 6, severity: "medium" }]);
  });

  test("uses the level of the rule, and ignores unknown taxonomies", async () => {
    const { findings } = await readTestData("sarif", "sarif-taxonomies.sarif");
    expect(findings.map(({ severity, mappings }) => [severity, mappings])).toEqual([
      ["high", []],
      ["medium", []],
    ]);
  });
});

describe("skipped results", () => {
  test.each([
    ["passed", { kind: "pass" }],
    ["passed", { baselineState: "absent" }],
    ["not-evaluated", { kind: "notApplicable" }],
    ["not-evaluated", { kind: "open" }],
    ["not-security", { kind: "informational" }],
    ["not-security", { level: "none" }],
    ["suppressed", { suppressions: [{ kind: "inSource" }] }],
  ])("%s: %j", async (reason, values) => {
    expect(await readResult(values)).toMatchObject({ findings: [], skipped: { [reason]: 1 } });
  });

  test("imports results that require a review, and results with an empty list of suppressions", async () => {
    expect((await readResult({ kind: "review" })).findings).toMatchObject([{ severity: "info" }]);
    expect((await readResult({ suppressions: [] })).findings).toHaveLength(1);
  });

  test("counts results that are not objects as invalid", async () => {
    expect(await readText("sarif", JSON.stringify(file([])).replace("[]", "[1]"))).toMatchObject({
      skipped: { invalid: 1 },
    });
  });
});

describe("severity", () => {
  test.each([
    ["9.8", "critical"],
    ["9.0", "critical"],
    ["7.0", "high"],
    ["4.0", "medium"],
    ["0.1", "low"],
    ["0.0", "info"],
    [8.1, "high"],
    ["11", "high"],
    ["", "high"],
    ["unknown", "high"],
  ])("of security-severity %j is %s", async (score, severity) => {
    const rules = [{ id: "R1", properties: { "security-severity": score } }];
    const { findings } = await readResult({ level: "error" }, { driver: { rules } });
    expect(findings[0]?.severity).toBe(severity);
  });

  test.each([
    ["error", "high"],
    ["warning", "medium"],
    ["note", "low"],
    [undefined, "medium"],
  ])("of level %s is %s", async (level, severity) => {
    expect((await readResult({ level })).findings).toMatchObject([
      { severity, sourceSeverity: `Level ${level ?? "warning"}` },
    ]);
  });

  test("uses the default level of the rule", async () => {
    const rules = [{ id: "R1", defaultConfiguration: { level: "note" } }];
    expect((await readResult({}, { driver: { rules } })).findings[0]?.severity).toBe("low");
  });
});

describe("rules", () => {
  test("resolves a message by id with arguments", async () => {
    const rules = [{ id: "R1", messageStrings: { found: { text: "Found {0} in {1}. {{kept}} {9}" } } }];
    const { findings } = await readResult(
      { message: { id: "found", arguments: ["a secret", "code"] } },
      { driver: { rules } },
    );
    expect(findings[0]?.evidence).toContain("Found a secret in code. {kept} {9}");
  });

  test("resolves a message of the tool that all rules share", async () => {
    const { findings } = await readResult(
      { message: { id: "shared" } },
      { driver: { globalMessageStrings: { shared: { text: "Shared message" } } } },
    );
    expect(findings[0]?.evidence).toContain("Shared message");
  });

  test.each([
    ["by index", { ruleIndex: 1, ruleId: undefined }],
    ["by id", { ruleId: "R2" }],
    ["by the start of the id", { ruleId: "R2/sub/rule" }],
    ["by a reference", { ruleId: undefined, rule: { index: 1 } }],
    ["of an extension", { ruleId: "X", rule: { index: 0, toolComponent: { index: 0 } } }],
    ["of an extension by name", { ruleId: "E1", rule: { toolComponent: { name: "Pack" } } }],
  ])("finds a rule %s", async (_, values) => {
    const rule = { shortDescription: { text: "SQL injection." }, fullDescription: { text: "Long\n\ntext" } };
    const run = {
      version: "2.1.0",
      runs: [
        {
          results: [result(values)],
          tool: {
            driver: { name: "Scanner", rules: [{ id: "R1" }, { ...rule, id: "R2" }] },
            extensions: [{ name: "Pack", rules: [{ ...rule, id: "E1" }] }],
          },
        },
      ],
    };
    const { findings } = await readJson("sarif", run);
    expect(findings[0]?.title).toMatch(/^SQL injection \(\S+\)$/);
    expect(findings[0]?.description).toContain("Long\n\ntext");
  });

  test("uses the help of the rule as the recommendation, without Markdown", async () => {
    const rules = [
      {
        id: "R1",
        help: { text: "Use [this](javascript:alert(1))", markdown: "<script>" },
        helpUri: "https://example.com/R1",
      },
    ];
    const { findings } = await readResult({}, { driver: { rules } });
    expect(findings[0]?.recommendation).toBe(
      "Use \\[this\\](javascript:alert(1))\n\nMore information: https://example.com/R1",
    );
  });

  test("does not use the message as the title", async () => {
    const { findings } = await readResult({ message: { text: "A prompt" } });
    expect(findings[0]?.title).toBe("Result of rule R1 (Scanner)");
  });
});

describe("mappings", () => {
  test("uses taxa, relationships of the rule and tags", async () => {
    const { findings } = await readResult(
      {
        taxa: [
          { id: "79", toolComponent: { name: "CWE" } },
          { index: 0, toolComponent: { index: 0 } },
        ],
      },
      {
        taxonomies: [{ name: "CWE", taxa: [{ id: "CWE-22" }] }],
        driver: {
          rules: [
            {
              id: "R1",
              relationships: [{ target: { id: "LLM01:2025", toolComponent: { name: "OWASP" } } }],
              properties: { tags: ["security", "external/cwe/cwe-089", "CWE-200: Exposure", "AML.T0051"] },
            },
          ],
        },
      },
    );
    expect(findings[0]?.mappings.map(({ id }) => id)).toEqual([
      "CWE-79",
      "CWE-22",
      "LLM01:2025",
      "CWE-89",
      "CWE-200",
      "AML.T0051",
    ]);
    expect(findings[0]?.tags).toEqual(["Scanner", "security", "CWE-200: Exposure", "AML.T0051"]);
  });

  test("ignores ids of OWASP without a year", async () => {
    const { findings } = await readResult({ taxa: [{ id: "LLM02", toolComponent: { name: "OWASP LLM" } }] });
    expect(findings[0]?.mappings).toEqual([]);
  });
});

describe("findings", () => {
  test("combine the results of a rule and a file", async () => {
    const results = [1, 2, 3, 4].map((line) => result({ locations: at("src/app.py", line) }));
    const { findings } = await readJson("sarif", file([...results, result({ locations: at("src/b.py") })]));
    expect(findings.map(({ resultCount, affectedAsset }) => [resultCount, affectedAsset])).toEqual([
      [4, "src/app.py"],
      [1, "src/b.py"],
    ]);
    expect(findings[0]?.evidence.match(/\*\*Sample/g)).toHaveLength(3);
    expect(findings[0]?.evidence).toContain("src/app.py, line 2");
  });

  test("are separate for fingerprints of the tool, but not for placeholders", async () => {
    const read = async (values: string[]) =>
      await readJson("sarif", file(values.map((id) => result({ fingerprints: { "id/v1": id } }))));
    expect((await read(["abcdef0123", "abcdef4567"])).findings).toHaveLength(2);
    expect((await read(["requires login", "requires login"])).findings).toHaveLength(1);
    const partial = ["abcdef0123", "abcdef4567"].map((id) => result({ partialFingerprints: { id } }));
    expect((await readJson("sarif", file(partial))).findings).toHaveLength(2);
  });

  test.each([
    ["file:///home/jane/app/main.py", "~/app/main.py"],
    ["file:///C:/Users/Jane/app/main.py", "~/app/main.py"],
    ["/Users/jane/app/main.py", "~/app/main.py"],
    ["src/main.py", "src/main.py"],
  ])("show the location %s as %s", async (uri, asset) => {
    expect((await readResult({ locations: at(uri) })).findings[0]?.affectedAsset).toBe(asset);
  });

  test("use logical locations and artifacts by index", async () => {
    const locations = [
      {
        physicalLocation: { artifactLocation: { index: 1 } },
        logicalLocations: [{ fullyQualifiedName: "agent.tools.search" }],
      },
    ];
    const artifacts = [{ location: { uri: "a.py" } }, { location: { uri: "b.py" }, contents: { text: "x" } }];
    const { findings } = await readResult({ locations }, { artifacts });
    expect(findings[0]?.affectedAsset).toBe("b.py (agent.tools.search)");
  });

  test("keep several runs apart, also if the tools follow the results", async () => {
    const runs = ["First", "Second"].map((name) => ({
      results: [result()],
      tool: { driver: { name, rules: [{ id: "R1", name: `Rule of ${name}` }] } },
    }));
    const imported = await readJson("sarif", { runs, version: "2.1.0" });
    expect(imported.tool).toBe("First, Second");
    expect(imported.findings.map(({ title }) => title)).toEqual([
      "Rule of First (R1)",
      "Rule of Second (R1)",
    ]);
  });
});

test("gives the same findings if a part of the run follows the results", async () => {
  const run = {
    tool: { driver: { name: "Scanner", rules: [{ id: "R1", name: "Rule" }] } },
    artifacts: [{ location: { uri: "a.py" } }],
    results: [
      result({ locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }] }),
      result({ kind: "pass" }),
    ],
  };
  const { artifacts, ...others } = run;
  const expected = await readJson("sarif", { version: "2.1.0", runs: [run] });
  expect(expected.findings.map(({ affectedAsset }) => affectedAsset)).toEqual(["a.py"]);
  expect(await readJson("sarif", { version: "2.1.0", runs: [{ ...others, artifacts }] })).toEqual(expected);
});

describe("files", () => {
  test.each([
    ["another version", { version: "2.0.0", runs: [] }, "SARIF version 2.0.0 is not supported"],
    ["other JSON", { a: 1 }, "This is not a SARIF file."],
    ["no runs", { version: "2.1.0", runs: [] }, "The SARIF file has no runs."],
  ])("rejects %s", async (_, value, message) => {
    await expect(readJson("sarif", value)).rejects.toThrow(message);
  });

  test("rejects a result with too many objects", async () => {
    const value = file([result({ locations: Array.from({ length: 250_001 }, () => ({})) })]);
    await expect(readJson("sarif", value)).rejects.toThrow("more than 250,000 objects and lists");
  });

  const tooLarge = { parts: Array.from({ length: 9 }, () => "a".repeat(1024 * 1024)) };
  test.each([
    ["result", file([result(), result({ properties: tooLarge })])],
    ["rule", file([], { driver: { rules: [{ id: "R1", properties: tooLarge }] } })],
  ])("rejects a %s that is larger than 8 MB", async (_, value) => {
    await expect(readJson("sarif", value)).rejects.toThrow("The file has a value that is larger than 8 MB.");
  });

  // The tokens do not end, so that only the size of the file would limit them.
  const MB = 1024 * 1024;
  test.each([
    ["number", `{"runs":[{"results":[${"1".repeat(9 * MB)}`],
    ["number that is not read", `{"x":${"1".repeat(9 * MB)}`],
    ["string", `{"runs":[{"results":["${"a\\n".repeat(3 * MB)}`],
  ])("rejects a %s that is larger than 8 MB", async (_, text) => {
    await expect(readText("sarif", text)).rejects.toThrow("The file has a value that is larger than 8 MB.");
  });

  test.each([
    ["runs", { version: "2.1.0", runs: Array.from({ length: 101 }, () => file([]).runs[0]) }],
    ["rules", file([], { taxonomies: [{ taxa: Array.from({ length: 100_001 }, () => 0) }] })],
  ])("rejects too many %s", async (_, value) => {
    await expect(readJson("sarif", value)).rejects.toThrow("more than 100 runs, or more than 100,000 rules");
  });

  test("accepts large values that are not read", async () => {
    const run = { invocations: [tooLarge], driver: { properties: tooLarge } };
    expect((await readResult({}, run)).findings).toHaveLength(1);
  });

  test("reports the line of invalid JSON", async () => {
    await expect(readText("sarif", '{\n"version": "2.1.0",\n"runs": oops\n}')).rejects.toThrow("near line 3");
  });

  test("reports an incomplete file", async () => {
    await expect(readText("sarif", '{"version": "2.1.0", "runs": [')).rejects.toThrow("ends too early");
  });
});
