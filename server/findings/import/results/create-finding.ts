import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { cleanLine, cleanText, HIDDEN_CHARACTERS_NOTE } from "#server/findings/import/text/clean-text.ts";
import { shortenLine, shortenText } from "#server/findings/import/text/shorten.ts";
import { addMappings, addTags } from "./tags-and-mappings.ts";

/** Applies the limits. Titles, assets and tags are cleaned. Sections must be safe Markdown already. */
export function createFinding(draft: ImportedFinding): ImportedFinding {
  const hasHiddenCharacters = [draft.title, draft.affectedAsset].some(
    (text) => cleanText(text).hadHiddenCharacters,
  );
  const description = hasHiddenCharacters
    ? `${shortenText(draft.description, TEXT_LIMITS.section - HIDDEN_CHARACTERS_NOTE.length - 2)}\n\n${HIDDEN_CHARACTERS_NOTE}`
    : draft.description;
  const tags: string[] = [];
  addTags(tags, draft.tags);
  const mappings: TaxonomyReference[] = [];
  addMappings(mappings, draft.mappings);
  return {
    ...draft,
    title: shortenLine(cleanLine(draft.title), TEXT_LIMITS.title),
    sourceCategory: shortenLine(cleanLine(draft.sourceCategory), 60),
    affectedAsset: shortenLine(cleanLine(draft.affectedAsset), TEXT_LIMITS.affectedAsset),
    description: shortenText(description, TEXT_LIMITS.section),
    evidence: shortenText(draft.evidence, TEXT_LIMITS.section),
    recommendation: shortenText(draft.recommendation, TEXT_LIMITS.section),
    tags,
    mappings,
  };
}
