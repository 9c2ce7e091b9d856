import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportedFinding, ImportFormat } from "#domain/findings/import/imported-finding.ts";
import { ChildProcessError } from "#server/child-processes/start-child-process.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { ImportError } from "./import-error.ts";
import { type ReadLimits, type ReadRequest, readInChildProcess } from "./read-in-child-process.ts";
import { toCsv, toLines } from "./test-support/example-files.ts";
import { readText } from "./test-support/read-text.ts";

const GARAK_REPORT = new URL("test-data/garak-0.14-with-ci.report.jsonl", import.meta.url);

let folder: Awaited<ReturnType<typeof createTempFolder>>;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder.remove());

type Options = ReadLimits & Pick<Partial<ReadRequest>, "maxStagedBytes">;

async function read(format: ImportFormat, content: string, { maxStagedBytes, ...limits }: Options = {}) {
  const path = join(folder.path, crypto.randomUUID());
  await writeFile(path, content);
  const request = { format, path, groupsPath: `${path}-groups`, findingsPath: `${path}-findings` };
  const staged = { ...request, ...(maxStagedBytes !== undefined && { maxStagedBytes }) };
  return await readInChildProcess(staged, limits, async (results) => {
    const findings: ImportedFinding[] = [];
    for await (const batch of results.findings) {
      findings.push(...batch);
    }
    const { size: groupBytes } = await stat(request.groupsPath);
    return { tool: results.tool, totals: results.totals(), findings, groupBytes };
  });
}

const LONG = 1_000_000;
const repeat = (value: string, count: number) => Array.from({ length: count }, () => value);
const names = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

function garakAttempt(attempt: object): string {
  return toLines([
    { entry_type: "attempt", status: 2, probe_classname: "p", detector_results: { d: [0.9] }, ...attempt },
    { entry_type: "completion" },
  ]);
}

function sarif({
  rule = {},
  artifacts = [],
  results,
}: {
  rule?: object;
  artifacts?: object[];
  results: object[];
}) {
  const driver = { name: "Scanner", rules: [{ id: "R", ...rule }] };
  return JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver }, artifacts, results }] });
}

test("returns what the reader of the format returns", async () => {
  const content = await readFile(GARAK_REPORT, "utf8");
  const { tool, findings, ...totals } = await readText("garak", content);
  expect(await read("garak", content)).toMatchObject({ tool, findings, totals });
});

test("returns many findings in the order of the file", async () => {
  const rows = names(450).map((name) => [name, "low"]);
  const { findings } = await read("csv", toCsv([["title", "severity"], ...rows]));
  expect(findings.map(({ title }) => title)).toEqual(names(450));
});

test("rejects with the error of the reader", async () => {
  await expect(read("garak", "no rows")).rejects.toThrow(new ImportError("Line 1 is not valid JSON."));
});

// Each of these used several hundred times its size, or minutes, before its part was limited.
test.each<[string, ImportFormat, string, number]>([
  ["a list of invalid outputs", "garak", garakAttempt({ outputs: Array.from({ length: LONG }, () => 1) }), 1],
  ["a list of invalid scores", "garak", garakAttempt({ detector_results: { d: repeat("", LONG) } }), 0],
  [
    "many invalid detectors",
    "garak",
    garakAttempt({ detector_results: Object.fromEntries(names(100_000).map((name) => [name, ""])) }),
    0,
  ],
  [
    "a long name that each group contains",
    "garak",
    garakAttempt({
      probe_classname: "p".repeat(LONG),
      detector_results: Object.fromEntries(names(1_900).map((name) => [name, [0.9]])),
    }),
    1_900,
  ],
  [
    "a list of invalid tags",
    "sarif",
    sarif({
      rule: { properties: { tags: Array.from({ length: LONG }, () => 1) } },
      results: [{ ruleId: "R", message: { text: "a" } }],
    }),
    1,
  ],
  [
    "a long address that many results refer to",
    "sarif",
    sarif({
      artifacts: [{ location: { uri: "u".repeat(LONG) } }],
      results: names(1_000).map((ruleId) => ({
        ruleId,
        message: { text: "a" },
        locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }],
      })),
    }),
    1_000,
  ],
])("reads %s in little memory", async (_, format, content, count) => {
  const { findings } = await read(format, content, { maxMemoryMb: 96 });
  expect(findings).toHaveLength(count);
});

test("stores the texts of a rule once", async () => {
  const text = "A long text of the rule. ".repeat(100);
  const rule = { fullDescription: { text }, help: { text } };
  const results = names(500).map((uri) => ({
    ruleId: "R",
    message: { text: "a" },
    locations: [{ physicalLocation: { artifactLocation: { uri } } }],
  }));
  const { findings, groupBytes } = await read("sarif", sarif({ rule, results }));
  expect(findings).toHaveLength(500);
  expect(findings[499]?.description).toContain("A long text of the rule.");
  expect(groupBytes).toBeLessThan(500 * 1_000);
});

test("rejects a file whose findings need too much space", async () => {
  const rows = names(500).map((name) => [name, "low", "A text of the finding. ".repeat(100)]);
  const content = toCsv([["title", "severity", "description"], ...rows]);
  await expect(read("csv", content, { maxStagedBytes: 1024 * 1024 })).rejects.toThrow(
    "The findings in this file need more than 1 MB. Split it into smaller files.",
  );
});

test("rejects a file that needs too much memory", async () => {
  const output = Array.from({ length: 200_000 }, () => ({}));
  const content = toLines(
    names(20).map((pluginId, testIdx) => ({
      ...{ success: false, failureReason: 1, testIdx, metadata: { pluginId }, response: { output } },
    })),
  );
  const error: unknown = await read("promptfoo", content, { maxMemoryMb: 64 }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ImportError);
  expect(error).toMatchObject({
    message: "The file needs too much memory to read. Split it into smaller files.",
  });
});

test("rejects a file that takes too long, or crashes the process", async () => {
  await expect(read("csv", "title,severity\na,low", { timeoutMs: 1 })).rejects.toThrow(
    new ImportError("The file takes too long to read. Split it into smaller files, or try again later."),
  );
  const path = join(folder.path, "missing");
  const request = {
    format: "csv" as const,
    path,
    groupsPath: `${path}-groups`,
    findingsPath: `${path}-findings`,
  };
  await expect(readInChildProcess(request, {}, async () => {})).rejects.toMatchObject({
    message: "We couldn't read the file. Export it again, or split it into smaller files.",
    cause: expect.any(ChildProcessError),
  });
});

test("stops when the caller aborts", async () => {
  const controller = new AbortController();
  const reading = read("csv", "title,severity\na,low", { signal: controller.signal });
  controller.abort(new Error("The request was aborted"));
  await expect(reading).rejects.toThrow("The request was aborted");
});

test("reports an error that occurs while earlier findings are stored", async () => {
  const path = join(folder.path, crypto.randomUUID());
  await writeFile(path, toCsv([["title", "severity"], ...names(20_000).map((name) => [name, "low"])]));
  const request = {
    format: "csv" as const,
    path,
    groupsPath: `${path}-groups`,
    findingsPath: `${path}-findings`,
  };
  const controller = new AbortController();
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", onUnhandled);
  try {
    const reading = readInChildProcess(request, { signal: controller.signal }, async ({ findings }) => {
      for await (const _ of findings) {
        controller.abort(new Error("The request was aborted"));
        await setTimeout(500);
      }
    });
    await expect(reading).rejects.toThrow("The request was aborted");
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", onUnhandled);
  }
});
