import * as z from "zod/mini";
import { type Severity, SeverityName } from "#domain/findings/severity.ts";

/** The severity of new drafts by their `sourceSeverity`. Severities that are not listed keep the suggestion. */
export const SeverityChoices = z
  .record(z.string().check(z.maxLength(100)), SeverityName)
  .check(z.refine((choices) => Object.keys(choices).length <= 50));
export type SeverityChoices = z.infer<typeof SeverityChoices>;

export type SeverityMapping = {
  /** What the file contains, such as "Level error" or "Score 0.9 or higher". */
  source: string;
  severity: Severity;
  findingCount: number;
  /** How many of the findings are new. The others keep the severity that they have. */
  newCount: number;
};

export type CategoryMapping = {
  /** What the tool calls the weakness: a rule, a probe family or a plugin. Empty for CSV. */
  source: string;
  findingCount: number;
  /** Ids of taxonomy entries. */
  entries: string[];
  /** Ids that no taxonomy contains. They are left out. */
  unknownEntries: string[];
};

/** The columns of a CSV file. */
export type CsvColumns = { used: string[]; ignored: string[] };

/** How the contents of a file become severities, taxonomy entries and fields. */
export type ImportMapping = {
  severities: SeverityMapping[];
  /** The first ones. */
  categories: CategoryMapping[];
  /** The number of findings in other categories. */
  otherCount: number;
  /** Null for other formats. */
  columns: CsvColumns | null;
};
