import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { cleanLine } from "#server/findings/import/text/clean-text.ts";
import { shortenLine } from "#server/findings/import/text/shorten.ts";

/** Higher than the limit of a tag, because cleaning can shorten the text. */
const MAX_RAW_TAG_LENGTH = 1_000;

/** Adds tags that the finding does not have yet, up to the limit. They are cleaned. */
export function addTags(tags: string[], others: readonly string[]): void {
  for (const other of others) {
    if (tags.length >= TEXT_LIMITS.tags) {
      return;
    }
    const tag = shortenLine(cleanLine(other.slice(0, MAX_RAW_TAG_LENGTH)), TEXT_LIMITS.tag);
    if (tag !== "" && !tags.includes(tag)) {
      tags.push(tag);
    }
  }
}

/** Adds mappings that the finding does not have yet, up to the limit. */
export function addMappings(mappings: TaxonomyReference[], others: readonly TaxonomyReference[]): void {
  for (const { taxonomy, version, id } of others) {
    if (mappings.length >= TEXT_LIMITS.mappings) {
      return;
    }
    const isKnown = mappings.some(
      (mapping) => mapping.taxonomy === taxonomy && mapping.version === version && mapping.id === id,
    );
    if (!isKnown) {
      mappings.push({ taxonomy, version, id });
    }
  }
}
