import { expect, test } from "vitest";
import { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { countBySeverity } from "#domain/findings/report/severity-counts.ts";

test("the totals match the summary: seven of eight findings are fixed, and one risk is accepted", () => {
  const total = (field: "found" | "fixed" | "riskAccepted" | "open") =>
    countBySeverity(SAMPLE_REPORT.findings).reduce((sum, count) => sum + count[field], 0);
  expect([total("found"), total("fixed"), total("riskAccepted"), total("open")]).toEqual([8, 7, 1, 0]);
});

test("the assessment is valid", () => {
  expect(AssessmentDetails.parse(SAMPLE_REPORT.assessment)).toEqual(SAMPLE_REPORT.assessment);
});

test("the retest confirms the status of each finding", () => {
  for (const { state, retests } of SAMPLE_REPORT.findings) {
    expect(retests.at(-1)?.verdict).toBe(state === "fixed" ? "fixed" : "not_fixed");
  }
});
