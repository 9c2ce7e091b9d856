import { classNames } from "#app/ui/class-names.ts";
import { SEVERITIES, SEVERITY_LABELS, type Severity } from "#domain/findings/severity.ts";

const TEXT_CLASSES = {
  critical: "text-severity-critical",
  high: "text-severity-high",
  medium: "text-severity-medium",
  low: "text-severity-low",
  info: "text-severity-info",
} satisfies Record<Severity, string>;

/** Heights of the bars, lowest severity first. */
const BAR_CLASSES = ["h-1.25", "h-2", "h-2.75", "h-3.5"];

type SeverityBadgeProps = {
  severity: Severity;
  /** Replaces the default label. Must contain the name of the severity. */
  label?: string;
};

/** Severity label with signal bars, so that it can be recognized without color. */
export function SeverityBadge({ severity, label = SEVERITY_LABELS[severity] }: SeverityBadgeProps) {
  const filledCount = SEVERITIES.length - 1 - SEVERITIES.indexOf(severity);
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-2 whitespace-nowrap text-13",
        TEXT_CLASSES[severity],
      )}
    >
      <span aria-hidden="true" className="inline-flex items-end gap-0.5">
        {BAR_CLASSES.map((height, index) => (
          <span
            key={height}
            className={classNames(
              "w-0.75 rounded-full bg-current",
              height,
              index >= filledCount && "opacity-30",
            )}
          />
        ))}
      </span>
      {label}
    </span>
  );
}
