import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { parseTaxonomyId } from "#server/findings/import/results/taxonomy-ids.ts";
import type { SarifRun } from "./sarif-runs.ts";
import type { DescriptorReference, Rule, SarifResult, TaxonomyComponent } from "./sarif-schema.ts";

/** Long enough for an id with the name of its entry. Limited, because each result of a rule repeats its tags. */
const MAX_TAG_LENGTH = 200;

/** The entries of known taxonomies that the result or its rule refers to, also by tags such as `external/cwe/cwe-079`. */
export function findMappings(run: SarifRun, rule: Rule | null, result: SarifResult): TaxonomyReference[] {
  const references = [
    ...first(result.taxa),
    ...first(rule?.relationships).map((relationship) => relationship?.target),
  ];
  const tags = [...first(rule?.properties?.tags), ...first(result.properties?.tags)];
  return [
    ...references.map((reference) => reference && parseReference(run, reference)),
    ...tags.map((tag) => parseTaxonomyId(tag.slice(0, MAX_TAG_LENGTH))),
  ].filter((reference) => !!reference);
}

/** Each result of a rule repeats its references. */
function first<Value>(values: readonly Value[] | null | undefined): readonly Value[] {
  return values?.slice(0, TEXT_LIMITS.mappings) ?? [];
}

function parseReference(run: SarifRun, reference: DescriptorReference): TaxonomyReference | null {
  const taxonomy = findTaxonomy(run, reference);
  const id = reference.id ?? taxonomy?.taxa?.[reference.index ?? -1]?.id ?? "";
  const name = taxonomy?.name ?? reference.toolComponent?.name ?? "";
  if (/^cwe$/i.test(name) && /^\d+$/.test(id)) {
    return parseTaxonomyId(`CWE-${id}`);
  }
  if (/owasp/i.test(name) && /llm/i.test(name) && taxonomy?.version === "2025" && /^LLM\d\d$/i.test(id)) {
    return parseTaxonomyId(`${id}:2025`);
  }
  return parseTaxonomyId(id);
}

function findTaxonomy(run: SarifRun, { toolComponent }: DescriptorReference): TaxonomyComponent | null {
  const byIndex = run.taxonomies.get(toolComponent?.index ?? -1);
  return (
    byIndex ??
    [...run.taxonomies.values()].find(
      ({ guid, name }) =>
        (toolComponent?.guid && guid === toolComponent.guid) ||
        (toolComponent?.name && name === toolComponent.name),
    ) ??
    null
  );
}
