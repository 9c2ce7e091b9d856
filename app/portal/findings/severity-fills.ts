import type { Severity } from "#domain/findings/severity.ts";

/** Colors of the chart: hues only for what is urgent. */
export const SEVERITY_FILLS = {
  critical: "bg-negative",
  high: "bg-severe",
  medium: "bg-muted",
  low: "bg-faint/70",
  info: "bg-edge/70",
} satisfies Record<Severity, string>;
