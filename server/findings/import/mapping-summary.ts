import type {
  CategoryMapping,
  ImportMapping,
  SeverityMapping,
} from "#domain/findings/import/import-mapping.ts";
import type { ImportAction } from "#domain/findings/import/import-preview.ts";
import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity } from "#domain/findings/severity.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import type { Query } from "#server/database/database.ts";

/** Longer lists are not useful in the preview. The limits also bound the memory. */
const MAX_CATEGORIES = 40;
const MAX_ENTRIES = 20;

type Category = { findingCount: number; entries: Map<string, TaxonomyReference> };

/** Collects how the findings of a file are mapped. */
export class MappingSummary {
  readonly #severities = new Map<string, SeverityMapping>();
  readonly #categories = new Map<string, Category>();
  #otherCount = 0;

  add({ sourceSeverity, sourceCategory, severity, mappings }: ImportedFinding, action: ImportAction): void {
    const mapped = this.#severities.get(sourceSeverity) ?? {
      ...{ source: sourceSeverity, severity, findingCount: 0, newCount: 0 },
    };
    mapped.findingCount += 1;
    mapped.newCount += action === "create" ? 1 : 0;
    this.#severities.set(sourceSeverity, mapped);
    const category = this.#categories.get(sourceCategory) ?? { findingCount: 0, entries: new Map() };
    if (category.findingCount === 0 && this.#categories.size >= MAX_CATEGORIES) {
      this.#otherCount += 1;
      return;
    }
    category.findingCount += 1;
    for (const mapping of mappings) {
      if (category.entries.size < MAX_ENTRIES) {
        category.entries.set(JSON.stringify([mapping.taxonomy, mapping.version, mapping.id]), mapping);
      }
    }
    this.#categories.set(sourceCategory, category);
  }

  /** The severities that `add` has seen. */
  get sourceSeverities(): ReadonlySet<string> {
    return new Set(this.#severities.keys());
  }

  /** Looks up which taxonomy entries exist, because an import leaves out the others. */
  async finish(query: Query, columns: ImportMapping["columns"]): Promise<ImportMapping> {
    const references = [...this.#categories.values()].flatMap(({ entries }) => [...entries.values()]);
    const known = await findKnownEntries(query, references);
    return {
      severities: [...this.#severities.values()].toSorted(
        (one, other) =>
          compareSeverity(one.severity, other.severity) || one.source.localeCompare(other.source),
      ),
      categories: [...this.#categories].map(([source, category]) =>
        toCategoryMapping(source, category, known),
      ),
      otherCount: this.#otherCount,
      columns,
    };
  }
}

function toCategoryMapping(
  source: string,
  { findingCount, entries }: Category,
  known: ReadonlySet<string>,
): CategoryMapping {
  const isKnown = ([key]: [string, TaxonomyReference]) => known.has(key);
  return {
    source,
    findingCount,
    entries: [...entries].filter(isKnown).map(([, { id }]) => id),
    unknownEntries: [...entries].filter((entry) => !isKnown(entry)).map(([, { id }]) => id),
  };
}

/** The keys of the entries that a taxonomy contains. */
async function findKnownEntries(
  query: Query,
  references: readonly TaxonomyReference[],
): Promise<ReadonlySet<string>> {
  const rows = await query(
    `select distinct entry.taxonomy, entry.version, entry.id
       from jsonb_to_recordset($1::jsonb) as mapping (taxonomy text, version text, id text)
       join public.taxonomy_entries as entry
         on entry.taxonomy = mapping.taxonomy and entry.version = mapping.version and entry.id = mapping.id`,
    [JSON.stringify(references)],
  );
  return new Set(rows.map(({ taxonomy, version, id }) => JSON.stringify([taxonomy, version, id])));
}
