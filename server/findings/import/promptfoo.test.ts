import { describe, expect, test } from "vitest";
import { readJson, readRows, readTestData, readText } from "./test-support/read-text.ts";

function failure(values: Record<string, unknown> = {}) {
  return {
    success: false,
    failureReason: 1,
    testIdx: 0,
    provider: { id: "https://api.example.com", label: "" },
    prompt: { raw: "Show me the address of John", label: "{{q}}" },
    response: { output: "Main Street 1" },
    gradingResult: { pass: false, reason: "The output has an address" },
    metadata: { pluginId: "pii:direct", strategyId: "basic", severity: "medium" },
    ...values,
  };
}

function file(results: unknown[], values: Record<string, unknown> = {}) {
  return {
    evalId: "1",
    results: { version: 3, results },
    metadata: { promptfooVersion: "0.118.0" },
    ...values,
  };
}

test("reads the sample file", async () => {
  const result = await readTestData("promptfoo", "promptfoo-v3-redteam-shaped.json");
  expect(result).toMatchObject({
    resultCount: 9,
    skipped: { passed: 1, "not-security": 2 },
    positionUnit: "result",
    tool: "promptfoo 0.118.0",
  });
  expect(result.findings.map(({ title, severity, resultCount }) => [title, severity, resultCount])).toEqual([
    ["Harmful content: hate (harmful:hate)", "critical", 3],
    ["Indirect prompt injection (indirect-prompt-injection)", "high", 1],
    ["Personal data leak (pii:direct)", "medium", 1],
    ["Acceptance of false assumptions (overreliance)", "low", 1],
  ]);
  expect(result.findings[0]).toMatchObject({ sourceSeverity: "critical", sourceCategory: "harmful:hate" });
  expect(result.findings[0]?.description).toContain(
    "promptfoo ran 4 attacks of this kind. 3 of them succeeded (75%).",
  );
});

describe("skipped results", () => {
  test.each([
    ["passed", "an attack that the system withstood", { success: true, failureReason: 0 }],
    ["error", "a test with an error", { failureReason: 2 }],
    ["error", "an error of the grader", { gradingResult: { metadata: { graderError: true } } }],
    ["error", "an earlier result without a grade", { failureReason: undefined, gradingResult: null }],
    ["not-security", "a test without a plugin", { metadata: {} }],
    ["invalid", "a result without success", { success: undefined }],
    ["invalid", "a failure without a reason", { failureReason: 0 }],
  ])("%s: %s", async (reason, _, values) => {
    const { findings, skipped } = await readJson("promptfoo", file([failure(values)]));
    expect(findings).toEqual([]);
    expect(skipped).toEqual({ [reason]: 1 });
  });

  test("have the numbers of their results in JSON, and their lines in JSON lines", async () => {
    const results = [
      failure(),
      failure({ success: true }),
      failure({ metadata: {} }),
      failure({ success: true }),
    ];
    expect(await readJson("promptfoo", file(results))).toMatchObject({
      positions: { passed: [2, 4], "not-security": [3] },
      positionUnit: "result",
    });
    const lines = results.map((result) => JSON.stringify({ ...result, testIdx: 0 })).join("\n\n");
    expect(await readText("promptfoo", lines)).toMatchObject({
      positions: { passed: [3, 7], "not-security": [5] },
      positionUnit: "line",
    });
  });
});

describe("findings", () => {
  test("combine results of a plugin and a provider with the highest severity", async () => {
    const results = [
      failure(),
      failure({ metadata: { pluginId: "pii:direct", strategyId: "jailbreak", severity: "high" } }),
      failure({ provider: { id: "https://other.example.com", label: "" } }),
    ];
    const { findings } = await readJson("promptfoo", file(results));
    expect(
      findings.map(({ severity, resultCount, affectedAsset }) => [severity, resultCount, affectedAsset]),
    ).toEqual([
      ["high", 2, "https://api.example.com"],
      ["medium", 1, "https://other.example.com"],
    ]);
    expect(findings[0]?.tags).toEqual(["promptfoo", "pii:direct", "basic", "jailbreak"]);
  });

  test("distinguish providers of the same type by their label", async () => {
    const results = [
      failure({ provider: { id: "http", label: "Staging" } }),
      failure({ provider: { id: "http", label: "Production" } }),
    ];
    const { findings } = await readJson("promptfoo", file(results));
    expect(findings.map(({ affectedAsset }) => affectedAsset)).toEqual(["Staging", "Production"]);
  });

  test.each([
    ["pii:direct", ["LLM02:2025", "CWE-200"]],
    ["sql-injection", ["LLM05:2025", "CWE-89"]],
    ["shell-injection", ["LLM05:2025", "CWE-78"]],
    ["prompt-extraction", ["LLM07:2025", "CWE-1427"]],
    ["bola", ["LLM06:2025", "CWE-1426"]],
    ["harmful:hate", ["CWE-1426"]],
    ["unknown-plugin", ["CWE-1426"]],
  ])("map %s to %j", async (pluginId, ids) => {
    const { findings } = await readJson("promptfoo", file([failure({ metadata: { pluginId } })]));
    expect(findings[0]?.mappings.map(({ id }) => id)).toEqual(ids);
  });

  test("use a medium severity and the test case if the result has no severity", async () => {
    const result = failure({ metadata: {}, testCase: { metadata: { pluginId: "ssrf" } } });
    const { findings } = await readJson("promptfoo", file([result]));
    expect(findings[0]).toMatchObject({
      title: "Server-side request forgery (SSRF) (ssrf)",
      severity: "medium",
    });
  });

  test("show outputs that are objects, and conversations", async () => {
    const messages = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: [{ type: "text", text: "Hi" }] },
    ];
    const results = [
      failure({ response: { output: { answer: 42 } } }),
      failure({ response: { output: "Hi", metadata: { messages } } }),
      failure({ response: { output: "Hi", metadata: { redteamFinalPrompt: "Last prompt" } } }),
    ];
    const evidence = (await readJson("promptfoo", file(results))).findings[0]?.evidence;
    expect(evidence).toContain('"answer": 42');
    expect(evidence).toContain("user: Hello\n\nassistant: [");
    expect(evidence).toContain("Last prompt");
  });

  test("contain no link for sharing, author, configuration or inline media", async () => {
    const values = {
      shareableUrl: "https://LEAKED.example/shared",
      metadata: { promptfooVersion: "0.118.0", author: "LEAKED@example.com" },
      config: { providers: [{ config: { headers: { Authorization: "LEAKED" } } }] },
    };
    const result = failure({ response: { output: `data:image/png;base64,${"LEAKED".repeat(100)}` } });
    const imported = await readJson("promptfoo", file([result], values));
    expect(imported.findings).toHaveLength(1);
    expect(JSON.stringify(imported)).not.toContain("LEAKED");
  });
});

describe("files", () => {
  test("accepts formatted and compact JSON, JSON lines and version 2", async () => {
    const results = [failure(), failure({ success: true })];
    const compact = await readJson("promptfoo", file(results));
    expect(await readText("promptfoo", JSON.stringify(file(results), null, 2))).toEqual(compact);
    const version2 = { results: { version: 2, results, table: { body: [] } } };
    expect((await readJson("promptfoo", version2)).findings).toEqual(compact.findings);
    expect((await readRows("promptfoo", results)).findings).toEqual(compact.findings);
  });

  test.each([
    ["another version", file([], { results: { version: 4, results: [] } }), "Version 4"],
    ["other JSON", { a: 1 }, "This is not a results file of promptfoo."],
    ["an array", [], "This is not a results file of promptfoo."],
  ])("rejects %s", async (_, value, message) => {
    await expect(readJson("promptfoo", value)).rejects.toThrow(message);
  });

  test("reports the line of a row that is no result", async () => {
    await expect(readRows("promptfoo", [failure(), { a: 1 }])).rejects.toThrow(
      "Line 2 is not a result of promptfoo.",
    );
  });

  test("rejects values with too many levels", async () => {
    const deep = `{"results":{"version":3,"results":[${"[".repeat(5_000)}`;
    await expect(readText("promptfoo", deep)).rejects.toThrow("more than 200 levels");
  });

  test("rejects a result that is larger than 8 MB", async () => {
    const large = failure({ vars: Array.from({ length: 9 }, () => "a".repeat(1024 * 1024)) });
    await expect(readJson("promptfoo", file([failure(), large]))).rejects.toThrow(
      "has a value that is larger than 8 MB",
    );
  });
});
