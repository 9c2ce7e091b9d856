import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import type {
  CategoryMapping,
  CsvColumns,
  ImportMapping,
  SeverityChoices,
  SeverityMapping,
} from "#domain/findings/import/import-mapping.ts";
import { SEVERITIES, SEVERITY_LABELS, type Severity, SeverityName } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

type ImportMappingDetailsProps = {
  mapping: ImportMapping;
  severities: SeverityChoices;
  onChange: (severities: SeverityChoices) => void;
  disabled: boolean;
};

/** How a file is mapped to severities, taxonomy entries and fields. The severities of new drafts can be changed. */
export function ImportMappingDetails({ mapping, severities, onChange, disabled }: ImportMappingDetailsProps) {
  const { categories, otherCount, columns } = mapping;
  return (
    <section aria-label="Mapping" className="grid gap-2 border-line border-y py-3">
      <h3 className="font-medium text-14">Mapping</h3>
      {columns && <Columns columns={columns} />}
      <ul aria-label="Severities" className="grid gap-1">
        {mapping.severities.map((row) => (
          <SeverityRow
            key={row.source}
            row={row}
            severity={severities[row.source] ?? row.severity}
            disabled={disabled}
            onChange={(severity) => onChange({ ...severities, [row.source]: severity })}
          />
        ))}
      </ul>
      <p className="text-13 text-muted">
        The severities apply to new drafts. You can also change each draft later.
      </p>
      <details>
        <summary className="min-h-6 cursor-pointer rounded-small text-13 pointer-coarse:min-h-11">
          Taxonomy mappings
        </summary>
        <ul aria-label="Taxonomy mappings" className="mt-2 grid gap-1 text-13">
          {categories.map((category) => (
            <Category key={category.source} category={category} isCsv={columns !== null} />
          ))}
          {otherCount > 0 && (
            <li className="text-muted">And {formatCount(otherCount, "finding")} in other categories.</li>
          )}
        </ul>
      </details>
    </section>
  );
}

function Columns({ columns: { used, ignored } }: { columns: CsvColumns }) {
  return (
    <p className="wrap-anywhere text-13 text-muted">
      Columns used: {used.join(", ")}.{ignored.length > 0 && ` Ignored: ${ignored.join(", ")}.`}
    </p>
  );
}

type SeverityRowProps = {
  row: SeverityMapping;
  severity: Severity;
  disabled: boolean;
  onChange: (severity: Severity) => void;
};

function SeverityRow({ row, severity, disabled, onChange }: SeverityRowProps) {
  const { source, findingCount, newCount } = row;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1">
        {source}
        <span className="block text-13 text-muted">
          {formatCount(findingCount, "finding")}
          {newCount < findingCount && `, ${newCount} new`}
        </span>
      </span>
      {newCount > 0 ? (
        <UnlabeledSelect
          aria-label={`Severity for ${source}`}
          className="w-32"
          disabled={disabled}
          value={severity}
          onChange={({ target }) => onChange(SeverityName.parse(target.value))}
          options={SEVERITY_OPTIONS}
        />
      ) : (
        <SeverityBadge severity={severity} />
      )}
    </li>
  );
}

function Category({ category, isCsv }: { category: CategoryMapping; isCsv: boolean }) {
  const { source, findingCount, entries, unknownEntries } = category;
  return (
    <li className="wrap-anywhere">
      {isCsv ? "Column mappings" : source || "Without a rule"}
      <span className="text-muted"> ({formatCount(findingCount, "finding")}): </span>
      {entries.join(", ") || "no mapping"}
      {unknownEntries.length > 0 && (
        <span className="text-muted">. Unknown, left out: {unknownEntries.join(", ")}</span>
      )}
    </li>
  );
}
