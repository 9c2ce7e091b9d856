import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { taxonomyEntriesQuery } from "#app/api/admin/findings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CheckboxInput } from "#app/ui/forms/checkbox.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import {
  buildCoverage,
  type CoverageInput,
  type FrameworkCoverage,
} from "#domain/findings/report/coverage.ts";
import { TAXONOMY_VERSIONS, type TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { describeSelection } from "#domain/findings/taxonomy-selection.ts";

type TestedEntriesFieldProps = {
  findings: CoverageInput["findings"];
  selected: readonly TaxonomyReference[];
  onChange: (selected: TaxonomyReference[]) => void;
  error: string | undefined;
};

/** Checkboxes for the items of each framework. Items of published findings are tested already. */
export function TestedEntriesField({ findings, selected, onChange, error }: TestedEntriesFieldProps) {
  const entries = useQuery(taxonomyEntriesQuery());
  return (
    <Loaded
      query={entries}
      errorMessage="We couldn't load the frameworks."
      loading={<Loading text="Loading frameworks..." rows={4} />}
    >
      {(loaded) => (
        <>
          <div className="divide-y divide-line border-line border-y">
            {buildCoverage({ entries: loaded, testedEntries: [], findings })
              .filter(({ taxonomy, version }) => TAXONOMY_VERSIONS[taxonomy] === version)
              .map((framework) => (
                <FrameworkEntries
                  key={framework.key}
                  framework={framework}
                  selected={selected}
                  onChange={onChange}
                />
              ))}
          </div>
          {error && <FieldError id="tested-entries-error" text={error} />}
        </>
      )}
    </Loaded>
  );
}

type FrameworkEntriesProps = {
  framework: FrameworkCoverage;
  selected: readonly TaxonomyReference[];
  onChange: (selected: TaxonomyReference[]) => void;
};

function FrameworkEntries({ framework, selected, onChange }: FrameworkEntriesProps) {
  const { taxonomy, version, label, entries, testedCount } = framework;
  const selection = describeSelection(framework);
  const isOfFramework = (reference: TaxonomyReference) =>
    reference.taxonomy === taxonomy && reference.version === version;
  const selectedIds = new Set(selected.filter(isOfFramework).map(({ id }) => id));
  // Render hundreds of checkboxes only when they are visible.
  const [isOpen, setIsOpen] = useState(false);
  const selectable = entries.filter(({ findings }) => findings.length === 0);
  const selectedCount = selectable.filter(({ id }) => selectedIds.has(id)).length;
  const select = (ids: readonly string[]) =>
    onChange([
      ...selected.filter((reference) => !isOfFramework(reference)),
      ...ids.map((id) => ({ taxonomy, version, id })),
    ]);
  return (
    <details className="group py-1" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-small text-14">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <span className="tabular whitespace-nowrap text-13 text-muted">
          {testedCount + selectedCount} of {entries.length} tested
        </span>
      </summary>
      {isOpen && (
        <div className="pb-3 pl-7">
          {selection && <p className="mb-1 text-13 text-muted">This list includes {selection}.</p>}
          <div className="mb-2 -ml-3 flex">
            <Button
              size="small"
              tone="quiet"
              aria-label={`Select all of ${label}`}
              onClick={() => select(selectable.map(({ id }) => id))}
            >
              Select all
            </Button>
            <Button
              size="small"
              tone="quiet"
              aria-label={`Clear selection of ${label}`}
              onClick={() => select([])}
            >
              Clear selection
            </Button>
          </div>
          <ul className="grid gap-1 lg:grid-cols-2">
            {entries.map(({ id, name, group, findings }, index) => (
              <Fragment key={id}>
                {group && group.id !== entries[index - 1]?.group?.id && (
                  <li className="mt-2 font-medium text-13 text-muted lg:col-span-2">
                    {group.id} {group.name}
                  </li>
                )}
                <li>
                  <label
                    htmlFor={`${framework.key} ${id}`}
                    className="flex min-h-8 items-start gap-2.5 py-1 text-14 pointer-coarse:min-h-11"
                  >
                    <CheckboxInput
                      id={`${framework.key} ${id}`}
                      checked={findings.length > 0 || selectedIds.has(id)}
                      disabled={findings.length > 0}
                      onChange={({ target }) =>
                        select(
                          target.checked
                            ? [...selectedIds, id]
                            : [...selectedIds].filter((other) => other !== id),
                        )
                      }
                    />
                    <span className="min-w-0">
                      <span className="font-mono text-13">{id}</span> {name}
                      {findings.length > 0 && (
                        <span className="block text-13 text-muted">
                          Tested: {findings.map(({ key }) => key).join(", ")}
                        </span>
                      )}
                    </span>
                  </label>
                </li>
              </Fragment>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}
