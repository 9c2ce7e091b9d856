import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { cleanLine, cleanText, HIDDEN_CHARACTERS_NOTE } from "#server/findings/import/text/clean-text.ts";
import { shortenLine, shortenText } from "#server/findings/import/text/shorten.ts";

/** Applies the limits. Titles, assets and tags are cleaned. Sections must be safe Markdown already. */
export function createFinding(draft: ImportedFinding): ImportedFinding {
  const hasHiddenCharacters = [draft.title, draft.affectedAsset].some(
    (text) => cleanText(text).hadHiddenCharacters,
  );
  const description = hasHiddenCharacters
    ? `${shortenText(draft.description, TEXT_LIMITS.section - HIDDEN_CHARACTERS_NOTE.length - 2)}\n\n${HIDDEN_CHARACTERS_NOTE}`
    : draft.description;
  return {
    ...draft,
    title: shortenLine(cleanLine(draft.title), TEXT_LIMITS.title),
    affectedAsset: shortenLine(cleanLine(draft.affectedAsset), TEXT_LIMITS.affectedAsset),
    description: shortenText(description, TEXT_LIMITS.section),
    evidence: shortenText(draft.evidence, TEXT_LIMITS.section),
    recommendation: shortenText(draft.recommendation, TEXT_LIMITS.section),
    tags: uniqueTags(draft.tags),
    mappings: uniqueMappings(draft.mappings),
  };
}

function uniqueTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => shortenLine(cleanLine(tag), TEXT_LIMITS.tag));
  return [...new Set(clean)].filter((tag) => tag !== "").slice(0, TEXT_LIMITS.tags);
}

function uniqueMappings(mappings: readonly TaxonomyReference[]): TaxonomyReference[] {
  const byKey = new Map(
    mappings.map((mapping) => [`${mapping.taxonomy} ${mapping.version} ${mapping.id}`, mapping]),
  );
  return [...byKey.values()].slice(0, TEXT_LIMITS.mappings);
}
