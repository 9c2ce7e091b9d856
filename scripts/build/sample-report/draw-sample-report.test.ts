import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { FINDINGS, RESULTS } from "./content.ts";
import { drawSampleReport } from "./draw-sample-report.ts";

test("the sample report lists its findings below their heading, on numbered pages", async () => {
  const { totalPages, text } = await extractText(new Uint8Array(await drawSampleReport()));
  expect(totalPages).toBe(2);
  expect(text[0]).toContain("fictional");
  expect(text[0]).toContain("Page 1 of 2");
  const second = text[1] ?? "";
  expect(second.indexOf("Findings")).toBeGreaterThanOrEqual(0);
  expect(second.indexOf("Findings")).toBeLessThan(second.indexOf(FINDINGS[0][1]));
});

test("the sample report's totals match its list of findings", () => {
  for (const [severity, found, closed, open] of RESULTS) {
    const findings = FINDINGS.filter((finding) => severity === "Total" || finding[2] === severity);
    const openFindings = findings.filter(([, , , status]) => status === "Open");
    expect([severity, found, closed, open]).toEqual([
      severity,
      String(findings.length),
      String(findings.length - openFindings.length),
      String(openFindings.length),
    ]);
  }
});
