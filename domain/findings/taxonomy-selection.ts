import type { Taxonomy } from "#domain/findings/taxonomy.ts";

type Selection = {
  version: string;
  /** The kind of the counted entries (`taxonomy_entries.kind`). */
  kind: string;
  included: number;
  total: number;
  /** What has `total` of them. */
  owner: "framework" | "regulation";
};

/**
 * The frameworks of which `taxonomy_entries` contains only a part. All others, except CWE, are complete.
 * A database test compares both with the entries.
 */
export const TAXONOMY_SELECTIONS: Readonly<Partial<Record<Taxonomy, Selection>>> = {
  "nist-ai-rmf": { version: "1.0", kind: "subcategory", included: 11, total: 72, owner: "framework" },
  "eu-ai-act": { version: "2024/1689", kind: "article", included: 13, total: 113, owner: "regulation" },
};

const PLURALS: Readonly<Record<string, string>> = { subcategory: "subcategories", article: "articles" };

type Version = { taxonomy: Taxonomy; version: string };

/** States which part of a framework is included, such as "11 of 72 subcategories", or "All". */
export function formatIncludedItems(framework: Version): string {
  const selection = getSelection(framework);
  return selection ? `${selection.included} of ${selection.total} ${PLURALS[selection.kind]}` : "All";
}

/** The part of a framework that is included, such as "11 of the framework's 72 subcategories". Empty if it is complete. */
export function describeSelection(framework: Version): string {
  const selection = getSelection(framework);
  return selection
    ? `${selection.included} of the ${selection.owner}'s ${selection.total} ${PLURALS[selection.kind]}`
    : "";
}

function getSelection({ taxonomy, version }: Version): Selection | null {
  const selection = TAXONOMY_SELECTIONS[taxonomy];
  return selection?.version === version ? selection : null;
}
