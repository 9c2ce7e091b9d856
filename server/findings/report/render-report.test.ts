import fc from "fast-check";
import { getDocumentProxy } from "unpdf";
import { describe, expect, test, vi } from "vitest";
import type { ReportData, ReportedFinding } from "#domain/findings/report/report.ts";
import { SAMPLE_INJECTION, sampleKey } from "#domain/findings/report/sample-findings.ts";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { renderReport } from "#server/findings/report/render-report.ts";
import { readLinks, readPages, readTaggedPages, readText } from "#server/pdf/test-support/read-pdf.ts";
import { anyCharacter } from "#tests/support/any-character.ts";

/** A finding without texts. */
function buildFinding(changes: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    ...SAMPLE_INJECTION,
    description: "",
    impact: "",
    evidence: "",
    reproductionSteps: "",
    recommendation: "",
    mappings: [],
    retests: [],
    ...changes,
  };
}

function buildReport(changes: Partial<ReportData> = {}): ReportData {
  return { ...SAMPLE_REPORT, testedEntries: [], changes: [], findings: [], ...changes };
}

function renderEvidence(evidence: string): Promise<Buffer> {
  return renderReport(buildReport({ findings: [buildFinding({ evidence })] }));
}

async function readHeadings(pdf: Uint8Array, role: string): Promise<string[]> {
  const pages = await readTaggedPages(pdf);
  return pages.flatMap(({ elements }) =>
    elements.flatMap((element) => (element.role === role && element.text ? [element.text] : [])),
  );
}

describe("sections", () => {
  test("contains all sections in order", async () => {
    const pdf = await renderReport(SAMPLE_REPORT);
    expect(await readHeadings(pdf, "H1")).toEqual([
      "AI security assessment",
      "Contents",
      "Executive summary",
      "Scope",
      "Method",
      "Findings",
      "Retest results",
      "Mappings by framework",
      "Change log",
      "About this report",
    ]);
  });

  test("the cover names the client, the system and the dates", async () => {
    const [cover] = await readPages(await renderReport(SAMPLE_REPORT));
    for (const text of [
      "Wardline",
      "Fabrikam, Inc.",
      "Support assistant 4.2",
      "Aug 17, 2026 to Sep 11, 2026",
      "Sep 18, 2026",
      "Confidential",
    ]) {
      expect(cover).toContain(text);
    }
  });

  test("leaves out empty sections", async () => {
    const assessment = { ...SAMPLE_REPORT.assessment, methodology: "", approach: "", summary: "" };
    const pdf = await renderReport(buildReport({ assessment }));
    expect(await readHeadings(pdf, "H1")).toEqual([
      "AI security assessment",
      "Contents",
      "Executive summary",
      "Scope",
      "Findings",
      "About this report",
    ]);
    expect(await readText(pdf)).toContain("Findings No findings.");
  });

  test("lists tested entries with and without findings", async () => {
    const text = await readText(await renderReport(SAMPLE_REPORT));
    expect(text).toContain("LLM06:2025 Excessive Agency Tested, no findings");
    expect(text).toContain("LLM10:2025 Unbounded Consumption WL-12-004 (Risk accepted)");
  });

  test("states which part of a framework was considered", async () => {
    const text = await readText(await renderReport(SAMPLE_REPORT));
    expect(text).toContain("NIST AI RMF (1.0) This report considers 11 of the framework's 72 subcategories.");
    expect(text.match(/This report considers/g)).toHaveLength(1);
  });

  test("lists the results of each retest", async () => {
    const text = await readText(await renderReport(SAMPLE_REPORT));
    expect(text).toContain("Retest 1 Key Finding Result Tested on Tester");
    expect(text).toContain(
      "WL-12-004 No limit on tokens per customer and day Not fixed Sep 16, 2026 Kenji Watanabe",
    );
  });
});

describe("findings", () => {
  test("appear from the most to the least severe, then by key", async () => {
    const findings = [
      buildFinding({ key: sampleKey(1), severity: "low", title: "First" }),
      buildFinding({ key: sampleKey(10), severity: "critical", title: "Second" }),
      buildFinding({ key: sampleKey(9), severity: "critical", title: "Third" }),
    ];
    const headings = await readHeadings(await renderReport(buildReport({ findings })), "H2");
    expect(headings.filter((heading) => heading.startsWith("WL-"))).toEqual([
      "WL-12-009 Third",
      "WL-12-010 Second",
      "WL-12-001 First",
    ]);
  });

  test("drafts and withdrawn findings do not appear", async () => {
    const findings = [
      buildFinding({ key: sampleKey(1), state: "draft", title: "Unpublished" }),
      buildFinding({ key: sampleKey(2), state: "withdrawn", title: "Retracted" }),
    ];
    const text = await readText(await renderReport(buildReport({ findings })));
    expect(text).not.toContain("Unpublished");
    expect(text).not.toContain("Retracted");
    expect(text).toContain("No findings.");
  });

  test("show a requested retest as the lists do", async () => {
    const finding = buildFinding({
      ...{ severity: "high", cvss: null, state: "ready_for_retest", activeRetest: "requested" },
      ...{ mappings: SAMPLE_INJECTION.mappings },
    });
    const text = await readText(await renderReport(buildReport({ findings: [finding] })));
    expect(text).toContain("High Retest requested –");
    expect(text).toContain(`${finding.key} (Retest requested)`);
    expect(text).not.toContain("Ready for retest");
  });

  test("show their details and texts", async () => {
    const finding = buildFinding({ description: "What it is", impact: "What it causes", dueOn: null });
    const text = await readText(await renderReport(buildReport({ findings: [finding] })));
    expect(text).toContain(`6.0 ${finding.cvss?.vector}`);
    expect(text).toContain("Description What it is Impact What it causes");
    expect(text).not.toContain("Deadline");
    expect(text).not.toContain("Steps to reproduce");
  });

  test("the table links to each finding", async () => {
    const { destinations } = await readLinks(await renderReport(SAMPLE_REPORT));
    expect(destinations).toContain(`finding-${sampleKey(7)}`);
  });

  test("reports progress for each finding", async () => {
    const progress: number[] = [];
    await renderReport(SAMPLE_REPORT, (done) => progress.push(done));
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("tags", () => {
  test("the document is marked as tagged, with a title and a language", async () => {
    const document = await getDocumentProxy(new Uint8Array(await renderReport(SAMPLE_REPORT)));
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Language: expect.stringMatching(/^en/),
      Title: expect.stringContaining("AI security"),
    });
  });

  test("tables have header cells", async () => {
    const pages = await readTaggedPages(await renderReport(SAMPLE_REPORT));
    const headers = pages.flatMap(({ elements }) =>
      elements.filter(({ role }) => role === "TH").map(({ text }) => text),
    );
    expect(headers).toEqual(expect.arrayContaining(["Severity", "Result", "Tested on"]));
  });

  test("the chart has the numbers as its description", async () => {
    const pages = await readTaggedPages(await renderReport(SAMPLE_REPORT));
    const figures = pages.flatMap(({ elements }) => elements.filter(({ role }) => role === "Figure"));
    const alt = figures.map((figure) => figure.alt).find(Boolean);
    expect(alt).toContain("High: 2 findings, 0 open, 0 risk accepted, 2 fixed.");
    expect(alt).toContain("Medium: 3 findings, 0 open, 1 risk accepted, 2 fixed.");
  });

  test("headings skip no level, and page numbers are not in the tree", async () => {
    const pages = await readTaggedPages(await renderReport(SAMPLE_REPORT));
    const elements = pages.flatMap((page) => page.elements.filter(({ text }) => text !== ""));
    const levels = elements.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role.slice(1))] : []));
    const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(skips).toEqual([]);
    expect(elements.filter(({ text }) => /Page \d+ of/.test(text))).toEqual([]);
    expect(pages[1]?.artifacts).toContain("Page 2 of");
  });
});

describe("Markdown", () => {
  test("shows HTML as text and images as their description", async () => {
    const text = await readText(
      await renderEvidence("<script>alert(1)</script>\n\n![a cat](https://a.example/c.png)"),
    );
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).toContain("[Image: a cat]");
  });

  test("links only to safe addresses", async () => {
    const pdf = await renderEvidence(
      "[good](https://example.com/a) [script](javascript:alert(1)) [file](file:///etc/passwd)",
    );
    expect((await readLinks(pdf)).urls).toEqual(["https://example.com/a"]);
    expect(await readText(pdf)).toContain("good script file");
  });

  test.each([
    ["a code line of 20,000 characters", "```\n".concat("a".repeat(19_990), "\n```")],
    ["a word of 20,000 characters", "a".repeat(20_000)],
    [
      "lists in 60 levels",
      Array.from({ length: 60 }, (_, depth) => `${" ".repeat(depth * 2)}* item`).join("\n"),
    ],
    ["quotes in 25 levels", `${"> ".repeat(25)}text`],
    ["a table of 12 columns", createTable(12, 40)],
    ["a table of 300 columns", createTable(300, 3)],
    ["a cell that is taller than a page", `| a | b |\n|---|---|\n| ${"word ".repeat(3900)} | c |`],
    ["a title that is taller than a page", `| ${"word ".repeat(3900)} | b |\n|---|---|\n| a | c |`],
  ])("writes %s", async (_, evidence) => {
    const pdf = await renderEvidence(evidence);
    expect((await readPages(pdf)).length).toBeLessThan(40);
  });

  test("hostile text never fails", async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        "\u0000",
        "\u001b[31m",
        "\u202e",
        "\u200d",
        "👩‍🔬",
        "你好",
        "العربية",
        "| ",
        "* ",
        "`",
        "\n\n",
        "#",
      ),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.string({ unit: "grapheme", maxLength: 20 }),
    );
    const text = fc.array(unit, { maxLength: 30 }).map((parts) => parts.join(""));
    const texts = fc.sample(text, 200);
    const findings = texts.map((evidence, index) =>
      buildFinding({
        key: `K-${index}-${evidence.slice(0, 10)}`,
        title: evidence,
        affectedAsset: evidence,
        evidence,
      }),
    );
    const pdf = await renderReport(buildReport({ findings, company: texts.join("").slice(0, 200) }));
    expect(await readText(pdf)).toMatch(/^\P{C}*$/u);
  });
});

test("the same data results in the same bytes, even later and in another time zone", async () => {
  const report = await renderReport(SAMPLE_REPORT);
  const timeZone = process.env.TZ;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-01-01T00:30:00Z") });
  process.env.TZ = "Pacific/Auckland";
  try {
    expect(new Date().getHours()).toBe(13);
    expect(await renderReport(structuredClone(SAMPLE_REPORT))).toEqual(report);
  } finally {
    vi.useRealTimers();
    if (timeZone === undefined) {
      delete process.env.TZ;
    } else {
      process.env.TZ = timeZone;
    }
  }
});

function createTable(columns: number, rows: number): string {
  const line = (cell: string) => `|${` ${cell} |`.repeat(columns)}`;
  return [line("Title"), line("---"), ...Array.from({ length: rows }, () => line("some text"))].join("\n");
}
