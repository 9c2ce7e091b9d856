import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { taxonomyEntriesQuery } from "#app/api/admin/findings.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { X } from "#app/ui/icons.tsx";
import {
  findEntries,
  TAXONOMIES,
  TAXONOMY_LABELS,
  type TaxonomyReference,
} from "#domain/findings/taxonomy.ts";

const MAX_MATCHES = 8;
const TAXONOMY_OPTIONS = TAXONOMIES.map((value) => ({ value, label: TAXONOMY_LABELS[value] }));

type MappingFieldProps = {
  mappings: readonly TaxonomyReference[];
  onChange: (mappings: TaxonomyReference[]) => void;
  error: string | undefined;
};

/** Maps a finding to entries of taxonomies, which can be searched by id and name. */
export function MappingField({ mappings, onChange, error }: MappingFieldProps) {
  const headingId = useId();
  const { data: entries = [] } = useQuery(taxonomyEntriesQuery());
  const [search, setSearch] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  // Focuses the search, because the button that was pressed is removed.
  const changeMappings = (changed: TaxonomyReference[]) => {
    searchField.current?.focus();
    onChange(changed);
  };
  const [taxonomy, setTaxonomy] = useState("");
  const isSame = (one: TaxonomyReference, other: TaxonomyReference) =>
    one.taxonomy === other.taxonomy && one.version === other.version && one.id === other.id;
  const available = entries.filter((entry) => !mappings.some((mapping) => isSame(entry, mapping)));
  const matches = findEntries(available, { search, taxonomy }).slice(0, MAX_MATCHES);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 font-medium text-14">
        Mappings
      </h2>
      {mappings.length > 0 && (
        <ul className="mb-4 grid gap-1">
          {mappings.map((mapping) => (
            <li
              key={`${mapping.taxonomy} ${mapping.version} ${mapping.id}`}
              className="flex items-center gap-3 text-14"
            >
              <span className="min-w-0 flex-1">
                <span className="font-mono text-13">{mapping.id}</span>{" "}
                {entries.find((entry) => isSame(entry, mapping))?.name}
                <span className="block text-13 text-muted">
                  {TAXONOMY_LABELS[mapping.taxonomy]}, version {mapping.version}
                </span>
              </span>
              <IconButton
                label={`Remove ${mapping.id}`}
                onClick={() => changeMappings(mappings.filter((other) => !isSame(other, mapping)))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <SearchField
          ref={searchField}
          label="Search taxonomies"
          placeholder="Search ID or name"
          className="w-full sm:w-64"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <UnlabeledSelect
          aria-label="Taxonomy"
          className="w-full sm:w-72"
          placeholder="All taxonomies"
          options={TAXONOMY_OPTIONS}
          value={taxonomy}
          onChange={(event) => setTaxonomy(event.target.value)}
        />
      </div>
      {(search !== "" || taxonomy !== "") && (
        <ul aria-label="Matching entries" className="mt-3 grid gap-1">
          {matches.map((entry) => (
            <li key={`${entry.taxonomy} ${entry.version} ${entry.id}`}>
              <Button
                size="small"
                tone="quiet"
                className="justify-start text-left"
                onClick={() => {
                  const { taxonomy: name, version, id } = entry;
                  changeMappings([...mappings, { taxonomy: name, version, id }]);
                }}
              >
                Add {entry.id}: {entry.name}
              </Button>
            </li>
          ))}
          {matches.length === 0 && <li className="text-14 text-muted">No entries match.</li>}
        </ul>
      )}
      {error && <p className="mt-2 text-13 text-negative">{error}</p>}
    </section>
  );
}
