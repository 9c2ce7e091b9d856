import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { toggleId } from "#app/components/toggle-id.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import type { Severity } from "#domain/findings/severity.ts";

type FindingSelectionProps = {
  legend: string;
  /** `key` is empty for drafts. */
  findings: readonly { id: string; key: string; title: string; severity: Severity }[];
  /** The findings that are not selected. */
  excludedIds: ReadonlySet<string>;
  onChange: (excludedIds: ReadonlySet<string>) => void;
};

/** Checkboxes that select findings. All of them are selected until one is excluded. */
export function FindingSelection({ legend, findings, excludedIds, onChange }: FindingSelectionProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-14">{legend}</legend>
      {findings.map(({ id, key, title, severity }) => (
        <div key={id} className="flex items-start justify-between gap-4">
          <Checkbox
            label={key ? `${key}: ${title}` : title}
            checked={!excludedIds.has(id)}
            onChange={() => onChange(toggleId(excludedIds, id))}
          />
          <SeverityBadge severity={severity} />
        </div>
      ))}
    </fieldset>
  );
}
