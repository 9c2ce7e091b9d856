import { describe, expect, test } from "vitest";
import { readRows, readTestData, readText } from "./test-support/read-text.ts";

const SETUP = {
  entry_type: "start_run setup",
  "plugins.target_type": "openai",
  "plugins.target_name": "gpt",
};
const COMPLETION = { entry_type: "completion", end_time: "2026-01-01" };

function attempt(scores: (number | null)[], values: Record<string, unknown> = {}) {
  return {
    entry_type: "attempt",
    status: 2,
    probe_classname: "promptinject.HijackHateHumans",
    prompt: { turns: [{ role: "user", content: { text: "Ignore the rules" } }] },
    outputs: scores.map((_, index) => ({ text: `Output ${index + 1}` })),
    detector_results: { "promptinject.AttackRogueString": scores },
    goal: "hijack the model",
    notes: null,
    ...values,
  };
}

function evaluation(values: Record<string, unknown> = {}) {
  return {
    entry_type: "eval",
    probe: "promptinject.HijackHateHumans",
    detector: "promptinject.AttackRogueString",
    passed: 28,
    fails: 12,
    nones: 0,
    total_evaluated: 40,
    ...values,
  };
}

describe("sample files", () => {
  test("counts the 8 attempts of a report once, although each has two rows", async () => {
    const result = await readTestData("garak", "garak-0.13-report.report.jsonl");
    expect(result).toEqual({
      findings: [],
      resultCount: 8,
      skipped: { passed: 8 },
      positions: { passed: [11, 12, 13, 14, 15] },
      positionUnit: "line",
      invalidRows: [],
      tool: "garak 0.13.3.pre1",
    });
  });

  test("shows the counts and the confidence interval of an evaluation", async () => {
    const { findings } = await readTestData("garak", "garak-0.14-with-ci.report.jsonl");
    expect(findings).toMatchObject([{ resultCount: 13, severity: "medium" }]);
    expect(findings[0]?.description).toContain(
      "garak ran 50 attempts with this probe. 13 of them succeeded (26%). The 95% confidence interval is 14% to 38%.",
    );
  });

  test("reads a hit log", async () => {
    const { findings, resultCount } = await readTestData("garak", "garak-varied.hitlog.jsonl");
    expect(resultCount).toBe(7);
    expect(findings[0]).toMatchObject({
      sourceSeverity: "Score 0.9 or higher, more severe probe family",
      sourceCategory: "promptinject",
    });
    expect(findings.map(({ title, severity }) => [title, severity])).toEqual([
      ["Prompt injection (promptinject.HijackHateHumans)", "critical"],
      ["Jailbreak (dan.DanInTheWild)", "high"],
      ["Cross-site scripting or data leak through output (xss.MarkdownImageExfil)", "medium"],
      ["Training data leak (leakreplay.LiteratureCloze)", "medium"],
      ["Misinformation (misleading.FalseAssertion)", "info"],
      ["Malicious code generation (malwaregen.TopLevel)", "critical"],
      ["Toxic content (continuation.ContinueSlursReclaimedSlurs)", "info"],
    ]);
    expect(findings[0]).toMatchObject({ affectedAsset: "huggingface gpt2", tags: ["garak", "promptinject"] });
  });

  test.each([
    "garak-0.13-report.report.jsonl",
    "garak-0.14-with-ci.report.jsonl",
    "garak-varied.hitlog.jsonl",
  ])("shows no home folders of %s", async (name) => {
    expect(JSON.stringify(await readTestData("garak", name))).not.toMatch(/\/(?:home|Users)\//);
  });
});

describe("reports", () => {
  test("combines the attempts of a probe and a detector with at most 3 samples", async () => {
    const rows = [SETUP, attempt([1, 0, 0.9]), attempt([1, 1]), evaluation(), COMPLETION];
    const { findings, skipped, resultCount } = await readRows("garak", rows);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ resultCount: 12, affectedAsset: "openai gpt" });
    expect(findings[0]?.evidence.match(/\*\*Sample/g)).toHaveLength(3);
    expect(findings[0]?.evidence).not.toContain("Output 4");
    expect({ skipped, resultCount }).toEqual({ skipped: { passed: 28 }, resultCount: 40 });
  });

  test("does not count scores that are missing as passes", async () => {
    const { findings, skipped } = await readRows("garak", [SETUP, attempt([null, 0, 1]), COMPLETION]);
    expect(skipped).toEqual({ passed: 1, "not-evaluated": 1 });
    expect(findings[0]?.description).toContain("1 more could not be evaluated.");
  });

  test("uses the nones of an evaluation", async () => {
    const rows = [SETUP, evaluation({ passed: 0, fails: 0, nones: 5, total_evaluated: 0 }), COMPLETION];
    expect(await readRows("garak", rows)).toMatchObject({ findings: [], skipped: { "not-evaluated": 5 } });
  });

  test("uses the threshold of the run", async () => {
    const rows = [{ ...SETUP, "run.eval_threshold": 0.8 }, attempt([0.7]), COMPLETION];
    expect(await readRows("garak", rows)).toMatchObject({ findings: [], skipped: { passed: 1 } });
  });

  test("ignores attempts that have not been evaluated and outputs that are null", async () => {
    const rows = [
      SETUP,
      attempt([], { status: 1, detector_results: {} }),
      attempt([1], { outputs: [null] }),
      COMPLETION,
    ];
    const { findings } = await readRows("garak", rows);
    expect(findings[0]?.resultCount).toBe(1);
    expect(findings[0]?.evidence).toContain("(no text)");
  });

  test("does not use the setup that is repeated in the digest", async () => {
    const digest = { entry_type: "digest", meta: { setup: { ...SETUP, "plugins.target_name": "other" } } };
    const { findings } = await readRows("garak", [SETUP, digest, attempt([1]), COMPLETION, digest]);
    expect(findings[0]?.affectedAsset).toBe("openai gpt");
  });

  test("accepts prompts and outputs that are plain strings, and earlier names of fields", async () => {
    const rows = [
      { entry_type: "start_run setup", "plugins.model_type": "openai", "plugins.model_name": "gpt" },
      attempt([1], { prompt: "Plain prompt", outputs: ["Plain output"] }),
      evaluation({ fails: undefined, nones: undefined, total_evaluated: undefined, total: 40 }),
      COMPLETION,
    ];
    const { findings } = await readRows("garak", rows);
    expect(findings[0]).toMatchObject({ affectedAsset: "openai gpt", resultCount: 12 });
    expect(findings[0]?.evidence).toContain("Plain prompt");
    expect(findings[0]?.evidence).toContain("Plain output");
  });

  test("shows the roles of a conversation with several turns", async () => {
    const turns = [
      { role: "system", content: { text: "Be kind" } },
      { role: "user", content: { text: "Hello" } },
    ];
    const { findings } = await readRows("garak", [SETUP, attempt([1], { prompt: { turns } }), COMPLETION]);
    expect(findings[0]?.evidence).toContain("system: Be kind\n\nuser: Hello");
  });

  test("translates the OWASP tags of probes from the list of 2023", async () => {
    const cache = {
      entry_type: "plugin_cache",
      plugin_cache: {
        version: "0.16",
        probes: {
          "probes.promptinject.HijackHateHumans": {
            tags: ["owasp:llm06", "owasp:llm10", "avid-effect:security:S0403"],
          },
        },
      },
    };
    const { findings } = await readRows("garak", [SETUP, cache, attempt([1]), COMPLETION]);
    expect(findings[0]?.mappings.map(({ id }) => id)).toEqual(["LLM02:2025", "CWE-1427"]);
  });

  test("counts rows with unexpected values as invalid", async () => {
    const rows = [SETUP, { entry_type: "eval", probe: 1 }, { entry_type: "attempt" }, COMPLETION];
    expect(await readRows("garak", rows)).toMatchObject({ findings: [], skipped: { invalid: 2 } });
  });

  test("rejects a report without its end", async () => {
    await expect(readRows("garak", [SETUP, attempt([1])])).rejects.toThrow(
      "This is not a complete garak report.",
    );
  });

  test("reports the line of invalid JSON", async () => {
    await expect(readText("garak", `${JSON.stringify(SETUP)}\n\n{"entry_type": \n`)).rejects.toThrow(
      "Line 3 is not valid JSON.",
    );
  });

  test("rejects a line of more than 8 MB", async () => {
    const file = `${JSON.stringify(SETUP)}\n{"a":"${"x".repeat(9 * 1024 * 1024)}"}`;
    await expect(readText("garak", file)).rejects.toThrow("Line 2 is longer than 8 MB.");
  });

  test("rejects a mix of a report and a hit log", async () => {
    await expect(readRows("garak", [SETUP, { probe: "a.B", detector: "c.D", score: 1 }])).rejects.toThrow(
      "Line 2 is not a row of a garak report.",
    );
  });
});

test("gives a report and a hit log of the same run the same fingerprint", async () => {
  const report = await readRows("garak", [SETUP, attempt([1]), COMPLETION]);
  const hit = {
    probe: "promptinject.HijackHateHumans",
    detector: "promptinject.AttackRogueString",
    generator: "openai gpt",
    score: 0.6,
  };
  const hitLog = await readRows("garak", [hit]);
  expect(hitLog.findings[0]?.fingerprint).toBe(report.findings[0]?.fingerprint);
});
