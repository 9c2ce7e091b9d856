import {
  TAXONOMIES,
  TAXONOMY_VERSIONS,
  type Taxonomy,
  type TaxonomyReference,
} from "#domain/findings/taxonomy.ts";

/** Ids that are unambiguous without the name of their taxonomy. Those of OWASP need the year. */
const ID_PATTERNS: readonly [Taxonomy, RegExp][] = [
  ["owasp-llm", /^LLM(?:0[1-9]|10):2025$/],
  ["owasp-agentic", /^ASI(?:0[1-9]|10):2026$/],
  ["mitre-atlas", /^AML\.TA?\d{4}(?:\.\d{3})?$/],
];

export function taxonomyReference(taxonomy: Taxonomy, id: string): TaxonomyReference {
  return { taxonomy, version: TAXONOMY_VERSIONS[taxonomy], id };
}

/** Recognizes `CWE-79`, `external/cwe/cwe-079`, `CWE-79: Cross-site Scripting`, `LLM01:2025`, `AML.T0051` and similar. */
export function parseTaxonomyId(text: string): TaxonomyReference | null {
  const cwe = /^(?:external\/cwe\/)?CWE-0*([1-9]\d{0,4})(?![\w.])/i.exec(text.trim())?.[1];
  if (cwe) {
    return taxonomyReference("cwe", `CWE-${cwe}`);
  }
  const id = text.trim().toUpperCase();
  const taxonomy = ID_PATTERNS.find(([, pattern]) => pattern.test(id))?.[0];
  return taxonomy ? taxonomyReference(taxonomy, id) : null;
}

const MAX_LIST_LENGTH = 4_000;
const PREFIX = new RegExp(`(?<![\\w-])(${TAXONOMIES.join("|")}):`, "gi");

/** Parses a list such as `owasp-llm:LLM01:2025 cwe:CWE-1427`. Ids such as `Art. 15` can contain spaces. */
export function parseMappings(text: string): TaxonomyReference[] {
  const list = text.slice(0, MAX_LIST_LENGTH);
  const prefixes = [...list.matchAll(PREFIX)];
  return prefixes.flatMap((prefix, index) => {
    const taxonomy = TAXONOMIES.find((name) => name === prefix[1]?.toLowerCase());
    const end = prefixes[index + 1]?.index ?? list.length;
    const id = list.slice(prefix.index + prefix[0].length, end).replace(/^[\s,;|]+|[\s,;|]+$/g, "");
    const reference = taxonomy && parseId(taxonomy, id);
    return reference ? [reference] : [];
  });
}

function parseId(taxonomy: Taxonomy, id: string): TaxonomyReference | null {
  if (taxonomy === "cwe" || ID_PATTERNS.some(([name]) => name === taxonomy)) {
    const reference = parseTaxonomyId(taxonomy === "cwe" && /^\d/.test(id) ? `CWE-${id}` : id);
    return reference?.taxonomy === taxonomy ? reference : null;
  }
  return /^[\w.()/ -]{1,40}$/.test(id) ? taxonomyReference(taxonomy, id) : null;
}
