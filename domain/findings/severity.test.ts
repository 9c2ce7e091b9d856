import { expect, test } from "vitest";
import { compareSeverity, SEVERITIES, SEVERITY_LABELS, SeverityName } from "#domain/findings/severity.ts";

test("sorts from the most to the least severe", () => {
  const shuffled = ["low", "critical", "info", "high", "medium", "critical"] as const;
  expect([...shuffled].sort(compareSeverity)).toEqual([
    "critical",
    "critical",
    "high",
    "medium",
    "low",
    "info",
  ]);
});

test("compares equal severities as equal", () => {
  for (const severity of SEVERITIES) {
    expect(compareSeverity(severity, severity)).toBe(0);
  }
});

test("labels every severity", () => {
  expect(SEVERITIES.map((severity) => SEVERITY_LABELS[severity])).toEqual([
    "Critical",
    "High",
    "Medium",
    "Low",
    "Info",
  ]);
});

test.each(["", "High", "none", "informational", 1, null])("rejects the severity %j", (value) => {
  expect(SeverityName.safeParse(value).success).toBe(false);
});
