import type { Severity } from "#domain/findings/severity.ts";

/** Colors of the chart and its legend. */
export const SEVERITY_FILLS = {
  critical: "bg-severity-critical",
  high: "bg-severity-high",
  medium: "bg-severity-medium",
  low: "bg-severity-low",
  info: "bg-severity-info",
} satisfies Record<Severity, string>;
