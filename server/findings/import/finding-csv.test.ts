import { describe, expect, test } from "vitest";
import { toCsv } from "./test-support/example-files.ts";
import { findActiveNodes, findCodeBlocks } from "./test-support/markdown-nodes.ts";
import { readText } from "./test-support/read-text.ts";

async function readRow(values: Record<string, string>) {
  const row = { title: "Open admin page", severity: "high", ...values };
  return await readText("csv", toCsv([Object.keys(row), Object.values(row)]));
}

test("reads all columns in any order, and ignores other columns", async () => {
  const { findings, resultCount, tool } = await readRow({
    Owner: "ignored",
    ASSET: "Chatbot",
    description: "The page is **open**.",
    impact: "Anyone can read it.",
    evidence: "GET /admin\n200",
    recommendation: "- Require a sign-in",
    tags: "web, access; admin",
    mappings: "owasp-llm:LLM01:2025 cwe:CWE-1427, eu-ai-act:Art. 15(5)",
  });
  expect({ resultCount, tool }).toEqual({ resultCount: 1, tool: "" });
  expect(findings).toMatchObject([
    {
      title: "Open admin page",
      severity: "high",
      affectedAsset: "Chatbot",
      description: "The page is **open**.\n\n**Impact**\n\nAnyone can read it.",
      recommendation: "- Require a sign-in",
      tags: ["web", "access", "admin"],
      mappings: [
        { taxonomy: "owasp-llm", version: "2025", id: "LLM01:2025" },
        { taxonomy: "cwe", version: "4.20", id: "CWE-1427" },
        { taxonomy: "eu-ai-act", version: "2024/1689", id: "Art. 15(5)" },
      ],
    },
  ]);
  expect(findCodeBlocks(findings[0]?.evidence ?? "")).toEqual(["GET /admin\n200"]);
});

describe("files", () => {
  test.each([
    ["semicolons", "title;severity;asset\nA, B;low;X\n"],
    ["tabs", "title\tseverity\tasset\nA, B\tlow\tX\n"],
    ["CRLF and a byte order mark", '\ufeffTitle,Severity,Asset\r\n"A, B",Low,X\r\n'],
    ["empty rows", '\ntitle,severity,asset\n\n"A, B",low,X\n,,\n'],
    ["no line break at the end", 'title,severity,asset\n"A, B",low,X'],
  ])("accepts %s", async (_, file) => {
    const { findings, resultCount } = await readText("csv", file);
    expect(resultCount).toBe(1);
    expect(findings).toMatchObject([{ title: "A, B", severity: "low", affectedAsset: "X" }]);
  });

  test.each([
    ["no title column", "name,severity\nA,low", 'no column named "title"'],
    ["a repeated column", "title,severity,Title\nA,low,B", 'the column "title" twice'],
    ["an open quote", 'title,severity\n"A,low\n', "Row 2 has a cell whose quotation marks do not match."],
    ["only spaces", "  \n ", "The file is empty."],
  ])("rejects %s", async (_, file, message) => {
    await expect(readText("csv", file)).rejects.toThrow(message);
  });

  test.each([
    ["without a title", "title,severity\nA,low\n,low", "Row 3 has no title."],
    ["without a severity", "title,severity\nA,low\nB,", "Row 3 has no severity."],
    [
      "with an unknown severity",
      "title,severity\nA,low\nB,urgent",
      'Row 3 has the unknown severity "urgent".',
    ],
    ["without any value", "title,severity,asset\nA,low,\n,,X", "Row 3 has no title and no severity."],
    [
      "with a missing cell",
      "title,severity,asset\nA,low,\nB,low",
      "Row 3 has 2 columns, but the header has 3.",
    ],
    [
      "with an additional cell",
      "title,severity\nA,low\nB,low,C",
      "Row 3 has 3 columns, but the header has 2.",
    ],
  ])("skips a row %s, and reads the others", async (_, file, problem) => {
    const { findings, resultCount, skipped, invalidRows } = await readText("csv", file);
    expect(invalidRows).toEqual([{ row: 3, problem }]);
    expect({ resultCount, skipped }).toEqual({ resultCount: 2, skipped: { invalid: 1 } });
    expect(findings).toMatchObject([{ title: "A" }]);
  });

  test("rejects a row of more than 1 MB", async () => {
    const file = `title,severity,description\nA 5" disk,low,B\n"A,low,${"x\n".repeat(600_000)}`;
    await expect(readText("csv", file)).rejects.toThrow("Row 3 is longer than 1 MB.");
  });

  test.each([
    ["Informational", "info"],
    ["MODERATE", "medium"],
    [" Critical ", "critical"],
  ])("reads the severity %s as %s", async (severity, expected) => {
    expect((await readRow({ severity })).findings[0]?.severity).toBe(expected);
  });
});

describe("fingerprints", () => {
  test("depend on the id if there is one", async () => {
    const first = await readRow({ id: "F-1", title: "Old title", asset: "A" });
    const second = await readRow({ id: "F-1", title: "New title", asset: "B" });
    expect(second.findings[0]?.fingerprint).toBe(first.findings[0]?.fingerprint);
  });

  test("depend on the title and the asset without an id", async () => {
    const first = await readRow({ asset: "A" });
    const changed = await readRow({ asset: "A", severity: "low", description: "Other" });
    const other = await readRow({ asset: "B" });
    expect(changed.findings[0]?.fingerprint).toBe(first.findings[0]?.fingerprint);
    expect(other.findings[0]?.fingerprint).not.toBe(first.findings[0]?.fingerprint);
  });

  test("combine rows with the highest severity and at most 3 samples", async () => {
    const rows = ["low", "high", "medium", "info"].map((severity) => ["A", severity, `Evidence ${severity}`]);
    const { findings } = await readText("csv", toCsv([["title", "severity", "evidence"], ...rows]));
    expect(findings).toMatchObject([{ resultCount: 4, severity: "high" }]);
    expect(findings[0]?.evidence.match(/\*\*Sample/g)).toHaveLength(3);
  });
});

test("keeps Markdown but no HTML, links or images", async () => {
  const { findings } = await readRow({
    description:
      "A **list**:\n\n- `code`\n- <script> [x](javascript:alert(1)) ![y](https://attacker.example)",
    recommendation: "```\n<b>kept</b>\n```",
  });
  expect(findings[0]?.description).toContain("**list**");
  expect(findActiveNodes(findings[0]?.description ?? "")).toEqual([]);
  expect(findings[0]?.recommendation).toBe("```\n<b>kept</b>\n```");
});

test("shortens long texts with a note", async () => {
  const long = "word [x] ".repeat(5_000);
  const { findings } = await readRow({
    description: long,
    impact: long,
    recommendation: long,
    evidence: long,
  });
  for (const text of [findings[0]?.description, findings[0]?.recommendation, findings[0]?.evidence]) {
    expect(text?.length).toBeLessThanOrEqual(20_000);
    expect(text).toContain("…(shortened)");
  }
});

test("notes that hidden characters were removed from a title", async () => {
  const { findings } = await readRow({ title: "Admin\u{e0041} page", description: "Text" });
  expect(findings[0]?.title).toBe("Admin page");
  expect(findings[0]?.description).toContain("Note: hidden characters were removed");
});
