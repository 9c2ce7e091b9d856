import * as z from "zod/mini";

/** From the most to the least severe. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
export const SeverityName = z.enum(SEVERITIES);
export type Severity = z.infer<typeof SeverityName>;

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Info",
};

/** Sorts from the most to the least severe. */
export function compareSeverity(left: Severity, right: Severity): number {
  return SEVERITIES.indexOf(left) - SEVERITIES.indexOf(right);
}
