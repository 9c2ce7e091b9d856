import { expect, test } from "vitest";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { computeCvssScore } from "#server/findings/cvss-score.ts";
import { readPages, readText } from "#server/pdf/test-support/read-pdf.ts";
import { drawSampleReport } from "./draw-sample-report.ts";

const MAX_BYTES = 200 * 1024;

test("the sample report has the title and totals of its findings, and says that it is fictional", async () => {
  const pdf = await drawSampleReport();
  const text = await readText(pdf);
  expect(text).toContain("all results are fictional");
  expect(text).toContain("Total 8 7 1 0");
  for (const { key, title } of SAMPLE_REPORT.findings) {
    expect(text).toContain(`${key} ${title}`);
  }
  expect((await readPages(pdf))[1]).toContain("Page 2 of");
});

test("the sample report is small enough for a download", async () => {
  expect((await drawSampleReport()).byteLength).toBeLessThan(MAX_BYTES);
});

test("the scores of the sample match their vectors", () => {
  const scores = SAMPLE_REPORT.findings.flatMap(({ cvss }) => cvss ?? []);
  expect(scores.map(({ vector }) => computeCvssScore(vector))).toEqual(scores.map(({ score }) => score));
});
