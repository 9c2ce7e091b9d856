import type { ImportFormat, SkipReason } from "#domain/findings/import/imported-finding.ts";
import type { Severity } from "#domain/findings/severity.ts";

/**
 * What an import does with a finding of the file: creates a draft, replaces the evidence of a draft from an earlier import, or
 * nothing, because the finding is published already.
 */
export type ImportAction = "create" | "update" | "published";

export const IMPORT_ACTION_LABELS: Readonly<Record<ImportAction, string>> = {
  create: "New draft",
  update: "Update to draft",
  published: "Already published (skipped)",
};

export type PreviewedFinding = {
  title: string;
  severity: Severity;
  resultCount: number;
  action: ImportAction;
  /** The key of the published finding. Empty for drafts. */
  key: string;
};

/** What an import does. `findings` contains the first ones. `skipped` counts results by reason. */
export type ImportPreview = {
  tool: string;
  resultCount: number;
  counts: Record<ImportAction, number>;
  findings: PreviewedFinding[];
  skipped: Partial<Record<SkipReason, number>>;
};

export const IMPORT_FORMAT_LABELS: Readonly<Record<ImportFormat, string>> = {
  sarif: "SARIF 2.1.0",
  garak: "garak (report or hit log)",
  promptfoo: "promptfoo",
  csv: "CSV",
};

export const SKIP_REASON_LABELS: Readonly<Record<SkipReason, string>> = {
  passed: "passed",
  error: "the test failed to run",
  "not-evaluated": "not evaluated",
  "not-security": "not a security test",
  suppressed: "suppressed in the file",
  invalid: "incomplete",
};
