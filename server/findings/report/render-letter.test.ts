import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { ASSESSMENT_LIMITS } from "#domain/findings/report/assessment.ts";
import type { LetterData } from "#domain/findings/report/letter.ts";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { countBySeverity } from "#domain/findings/report/severity-counts.ts";
import { renderLetter } from "#server/findings/report/render-letter.ts";
import { readLinks, readPages, readTaggedPages, readText } from "#server/pdf/test-support/read-pdf.ts";

const VERIFY_URL = "https://portal.example/verify";
const LETTER: LetterData = {
  code: "7K2M-9QXT-4HBD-WZ3N",
  issuedOn: calendarDate("2026-09-21"),
  company: SAMPLE_REPORT.company,
  projectName: SAMPLE_REPORT.projectName,
  assessment: SAMPLE_REPORT.assessment,
  counts: countBySeverity(SAMPLE_REPORT.findings),
  retestedOn: calendarDate("2026-09-16"),
  report: { version: 2, sha256: "9f86d081".repeat(8) },
  signatory: "Maya Okafor",
  signatoryTitle: "Founder",
};

test("describes the test, its results and limits", async () => {
  const text = await readText(await renderLetter(LETTER, VERIFY_URL));
  for (const part of [
    "Sep 21, 2026 Letter of attestation Fabrikam, Inc.",
    LETTER.assessment.system,
    LETTER.assessment.inScope,
    LETTER.assessment.outOfScope,
    "Aug 17, 2026 to Sep 11, 2026",
    "Retested Sep 16, 2026",
    "Found 0 2 3 3 0 8",
    "Fixed and verified 0 2 2 3 0 7",
    "Risk accepted 0 0 1 0 0 1",
    "Open 0 0 0 0 0 0",
    `Version 2, SHA-256 ${"9f86d081".repeat(8)}`,
    "not a certification",
    "Maya Okafor Founder, Wardline",
    LETTER.code,
    `Verify this letter at ${VERIFY_URL}`,
  ]) {
    expect(text).toContain(part);
  }
});

test("contains no titles of findings", async () => {
  const text = await readText(await renderLetter(LETTER, VERIFY_URL));
  expect(SAMPLE_REPORT.findings.filter(({ title }) => text.includes(title))).toEqual([]);
});

test("has a heading, a table with header cells, and a link to the verification page", async () => {
  const pdf = await renderLetter(LETTER, VERIFY_URL);
  const [page] = await readTaggedPages(pdf);
  const listTexts = (role: string) =>
    page?.elements.filter((element) => element.role === role).map(({ text }) => text);
  expect(listTexts("H1")).toEqual(["Letter of attestation"]);
  expect(listTexts("TH")).toContain("Risk accepted");
  expect((await readLinks(pdf)).urls).toEqual([VERIFY_URL]);
});

test("leaves out missing details", async () => {
  const assessment = { ...LETTER.assessment, environment: "", engagementReference: "" };
  const letter = { ...LETTER, assessment, retestedOn: null, report: null, signatoryTitle: "" };
  const text = await readText(await renderLetter(letter, VERIFY_URL));
  expect(text).not.toMatch(/Retested|SHA-256|Environment|Reference/);
  expect(text).toContain("Maya Okafor Wardline");
});

describe("one page", () => {
  test.each([
    ["words", "Assessment of the system "],
    ["wide letters", "W"],
    ["Chinese", "你"],
    ["emoji", "\u{1F600}"],
    ["hidden characters", "\u202e"],
    ["lines", "a\n"],
  ])("with all fields at their maximum length, in %s", async (_, unit) => {
    const fill = (length: number) => unit.repeat(length).slice(0, length);
    const { line, paragraph } = ASSESSMENT_LIMITS;
    const letter: LetterData = {
      ...LETTER,
      company: fill(line),
      projectName: fill(line),
      signatory: fill(100),
      signatoryTitle: fill(100),
      assessment: {
        ...LETTER.assessment,
        ...{
          system: fill(line),
          environment: fill(line),
          engagementReference: fill(line),
          testers: fill(line),
        },
        ...{ inScope: fill(paragraph), outOfScope: fill(paragraph), methodology: fill(paragraph) },
      },
    };
    const pdf = await renderLetter(letter, VERIFY_URL);
    expect(await readPages(pdf)).toHaveLength(1);
    expect(await readText(pdf)).toContain(LETTER.code);
  });

  test("shows paragraphs of 400 characters in full", async () => {
    const paragraph = `${"The chat, the files and the tickets. ".repeat(10)}The end.`;
    const assessment = { ...LETTER.assessment, inScope: paragraph, outOfScope: paragraph };
    const text = await readText(await renderLetter({ ...LETTER, assessment }, VERIFY_URL));
    expect(text.split(paragraph)).toHaveLength(3);
  });
});

test("the same data results in the same bytes", async () => {
  expect(await renderLetter(LETTER, VERIFY_URL)).toEqual(
    await renderLetter(structuredClone(LETTER), VERIFY_URL),
  );
});
