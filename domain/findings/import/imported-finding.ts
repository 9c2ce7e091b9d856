import * as z from "zod/mini";
import { SeverityName } from "#domain/findings/severity.ts";
import { TaxonomyReference } from "#domain/findings/taxonomy.ts";

export const IMPORT_FORMATS = ["sarif", "garak", "promptfoo", "csv"] as const;
export const ImportFormat = z.enum(IMPORT_FORMATS);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** A draft finding from the results of a tool. All texts come from the tool and can contain anything, such as hostile prompts. */
export const ImportedFinding = z.object({
  /** SHA-256 in hexadecimal of the tool, the weakness and the target, so that a second run gives the same fingerprint. */
  fingerprint: z.string(),
  title: z.string(),
  severity: SeverityName,
  /** What the severity was derived from, such as "Level error". One of a few texts of each reader. */
  sourceSeverity: z.string(),
  /** What the tool calls the weakness, which the mappings were derived from: a rule, a probe family or a plugin. */
  sourceCategory: z.string(),
  affectedAsset: z.string(),
  /** Markdown. */
  description: z.string(),
  /** Markdown. Prompts and outputs are in code blocks. */
  evidence: z.string(),
  /** Markdown. */
  recommendation: z.string(),
  tags: z.array(z.string()),
  mappings: z.array(TaxonomyReference),
  /** The number of results that were combined into this finding. */
  resultCount: z.number(),
});
export type ImportedFinding = z.infer<typeof ImportedFinding>;

/** Why a result of a file is not imported. */
export const SKIP_REASONS = [
  "passed",
  "error",
  "not-evaluated",
  "not-security",
  "suppressed",
  "invalid",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Where skipped results are: in a line of the file, or the number of the result in the file. Both start at 1. */
export type PositionUnit = "line" | "result";

/** A row of a CSV file that cannot be imported. */
export type InvalidRow = {
  /** The number that a spreadsheet shows. */
  row: number;
  /** What to correct, such as "Row 4 has no title." */
  problem: string;
};

/** How many results a file contains, and how many of them were skipped for each reason. */
export type ResultTotals = {
  resultCount: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** Where the first skipped results of each reason are. */
  positions: Partial<Record<SkipReason, number[]>>;
  positionUnit: PositionUnit;
  /** The rows that are skipped as `invalid`. Empty for formats other than CSV. */
  invalidRows: InvalidRow[];
};

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const MAX_IMPORT_RESULTS = 20_000;
