import type { ListedFinding } from "#app/api/portal/findings.ts";
import { classNames } from "#app/ui/class-names.ts";
import { toneClasses } from "#app/ui/tone.ts";
import { countOpen } from "#domain/findings/finding-filter.ts";
import { SEVERITIES, SEVERITY_LABELS, SEVERITY_TONES, type Severity } from "#domain/findings/severity.ts";

type SeverityCardsProps = { findings: readonly ListedFinding[]; onSelect: (severity: Severity) => void };

/** The number of open findings of each severity. A card limits the list to its severity. */
export function SeverityCards({ findings, onSelect }: SeverityCardsProps) {
  const counts = countOpen(findings);
  return (
    <ul aria-label="Open findings by severity" className="grid grid-cols-3 gap-3 lg:grid-cols-5">
      {SEVERITIES.map((severity) => (
        <li key={severity}>
          <button
            type="button"
            onClick={() => onSelect(severity)}
            className="w-full rounded-medium border border-line bg-surface px-3 py-3 text-left sm:px-4 transition-colors hover:border-edge hover:bg-raised"
          >
            <span className="flex items-center gap-2 text-13 text-muted">
              <span
                aria-hidden="true"
                className={classNames(
                  "size-2 shrink-0 rounded-full",
                  toneClasses(SEVERITY_TONES[severity]).dot,
                )}
              />
              {SEVERITY_LABELS[severity]}
            </span>
            <span className="tabular mt-1 block font-semibold text-22 tracking-tight">
              {counts[severity]} <span className="font-normal text-13 text-muted">open</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
