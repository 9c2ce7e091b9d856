import * as z from "zod/mini";
import type { Severity } from "#domain/findings/severity.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";

export const IMPORT_FORMATS = ["sarif", "garak", "promptfoo", "csv"] as const;
export const ImportFormat = z.enum(IMPORT_FORMATS);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** A draft finding from the results of a tool. All texts come from the tool and can contain anything, such as hostile prompts. */
export type ImportedFinding = {
  /** SHA-256 in hexadecimal of the tool, the weakness and the target, so that a second run gives the same fingerprint. */
  fingerprint: string;
  title: string;
  severity: Severity;
  affectedAsset: string;
  /** Markdown. */
  description: string;
  /** Markdown. Prompts and outputs are in code blocks. */
  evidence: string;
  /** Markdown. */
  recommendation: string;
  tags: string[];
  mappings: TaxonomyReference[];
  /** The number of results that were combined into this finding. */
  resultCount: number;
};

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

/** How many results a file contains, and how many of them were skipped for each reason. */
export type ResultTotals = {
  resultCount: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** Where the first skipped results of each reason are. */
  positions: Partial<Record<SkipReason, number[]>>;
  positionUnit: PositionUnit;
};

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const MAX_IMPORT_RESULTS = 20_000;
