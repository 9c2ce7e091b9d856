import * as z from "zod/mini";

/** The taxonomies that findings can be mapped to, in the order of screens and reports. */
export const TAXONOMIES = [
  "owasp-llm",
  "owasp-agentic",
  "mitre-atlas",
  "nist-ai-rmf",
  "nist-ai-600-1",
  "iso-42001",
  "eu-ai-act",
  "cwe",
] as const;
export const TaxonomyName = z.enum(TAXONOMIES);
export type Taxonomy = z.infer<typeof TaxonomyName>;

export const TAXONOMY_LABELS: Readonly<Record<Taxonomy, string>> = {
  "owasp-llm": "OWASP Top 10 for LLM Applications",
  "owasp-agentic": "OWASP Top 10 for Agentic Applications",
  "mitre-atlas": "MITRE ATLAS",
  "nist-ai-rmf": "NIST AI RMF",
  "nist-ai-600-1": "NIST AI 600-1",
  "iso-42001": "ISO/IEC 42001 Annex A",
  "eu-ai-act": "EU AI Act",
  cwe: "CWE",
};

/** Identifies an entry of a taxonomy. An id has different meanings in different versions, so the version is part of it. */
export const TaxonomyReference = z.object({
  taxonomy: TaxonomyName,
  version: z.string().check(z.minLength(1), z.maxLength(20)),
  id: z.string().check(z.minLength(1), z.maxLength(40)),
});
export type TaxonomyReference = z.infer<typeof TaxonomyReference>;

/** The version that new mappings use. Earlier mappings keep theirs. */
export const TAXONOMY_VERSIONS: Readonly<Record<Taxonomy, string>> = {
  "owasp-llm": "2025",
  "owasp-agentic": "2026",
  "mitre-atlas": "5.6.0",
  "nist-ai-rmf": "1.0",
  "nist-ai-600-1": "2024-07",
  "iso-42001": "2023",
  "eu-ai-act": "2024/1689",
  cwe: "4.20",
};

/** Converts stored mappings. Ignores those of a taxonomy that this version of the product does not know. */
export function toTaxonomyReferences(
  mappings: readonly { taxonomy: string; version: string; entry_id: string }[],
): TaxonomyReference[] {
  return mappings.flatMap(({ taxonomy, version, entry_id: id }) => {
    const name = TAXONOMIES.find((known) => known === taxonomy);
    return name ? [{ taxonomy: name, version, id }] : [];
  });
}

type SearchableEntry = { taxonomy: string; id: string; name: string; is_common: boolean };

/**
 * Entries whose id or name contains the search, ignoring case. Common entries come first, then those of the first
 * taxonomies. Otherwise, the order stays.
 */
export function findEntries<Entry extends SearchableEntry>(
  entries: readonly Entry[],
  { search, taxonomy }: { search: string; taxonomy: string },
): Entry[] {
  const text = search.trim().toLowerCase();
  return entries
    .filter((entry) => taxonomy === "" || entry.taxonomy === taxonomy)
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text))
    .toSorted(
      (one, other) =>
        Number(other.is_common) - Number(one.is_common) || rankTaxonomy(one) - rankTaxonomy(other),
    );
}

const TAXONOMY_NAMES: readonly string[] = TAXONOMIES;

function rankTaxonomy({ taxonomy }: SearchableEntry): number {
  return TAXONOMY_NAMES.indexOf(taxonomy);
}
