import { expect, test } from "vitest";
import { countBySeverity } from "./severity-counts.ts";

test("counts findings by severity and outcome", () => {
  const counts = countBySeverity([
    { severity: "high", state: "open" },
    { severity: "high", state: "in_progress" },
    { severity: "high", state: "ready_for_retest" },
    { severity: "high", state: "disputed" },
    { severity: "high", state: "fixed" },
    { severity: "high", state: "risk_accepted" },
    { severity: "low", state: "draft" },
    { severity: "low", state: "withdrawn" },
  ]);
  expect(counts.map(({ severity }) => severity)).toEqual(["critical", "high", "medium", "low", "info"]);
  expect(counts[1]).toEqual({ severity: "high", found: 6, fixed: 1, riskAccepted: 1, open: 4 });
  expect(counts[3]).toEqual({ severity: "low", found: 0, fixed: 0, riskAccepted: 0, open: 0 });
});
