import { Readable } from "node:stream";
import Papa from "papaparse";
import type { ImportedFinding, ImportResult } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity, SEVERITIES, type Severity } from "#domain/findings/severity.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { ImportError } from "./import-error.ts";
import { createFinding } from "./results/create-finding.ts";
import { fingerprint } from "./results/fingerprint.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { Samples } from "./results/samples.ts";
import { parseMappings } from "./results/taxonomy-ids.ts";
import { decodeText } from "./streams/decode-text.ts";
import { limitCsvRows } from "./streams/limit-csv-rows.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { readFirstLine } from "./streams/read-json-lines.ts";
import { cleanLine } from "./text/clean-text.ts";
import { formatMarkdown } from "./text/format-section.ts";
import { shortenLine } from "./text/shorten.ts";

/** The columns of the CSV format, in any order. Other columns are ignored. Only title and severity are required. */
const CSV_COLUMNS = [
  "title",
  "severity",
  "asset",
  "description",
  "impact",
  "evidence",
  "recommendation",
  "tags",
  "mappings",
  "id",
] as const;
type Column = (typeof CSV_COLUMNS)[number];

const MAX_TAGS_LENGTH = 2_000;
const DELIMITERS = [",", ";", "\t"] as const;

const SEVERITY_NAMES: ReadonlyMap<string, Severity> = new Map([
  ...SEVERITIES.map((severity) => [severity, severity] as const),
  ["informational", "info"],
  ["information", "info"],
  ["moderate", "medium"],
]);

/** The rows with the same fingerprint. */
type Group = {
  fingerprint: string;
  title: string;
  severity: Severity;
  asset: string;
  description: string;
  recommendation: string;
  tags: string[];
  mappings: TaxonomyReference[];
  samples: Samples;
  rows: number;
};

/**
 * Reads findings from CSV. Descriptions, impacts and recommendations are Markdown. The evidence is plain text.
 * A person can correct the file, so a row with an error is not skipped but stops the import.
 * @throws {ImportError}
 */
export async function readFindingCsv(open: OpenFile): Promise<ImportResult> {
  const groups = new Map<string, Group>();
  const counter = createResultCounter();
  let header: ReadonlyMap<Column, number> | null = null;
  let headerLength = 0;
  await readRows(open, (cells, row) => {
    if (!header) {
      header = parseHeader(cells);
      headerLength = cells.length;
      return;
    }
    counter.checkRow();
    if (cells.length !== headerLength) {
      throw new ImportError(
        `Row ${row} has ${cells.length} columns, but the header has ${headerLength}. Check its quotes and delimiters.`,
      );
    }
    const columns = header;
    const getCell = (column: Column) => cells[columns.get(column) ?? -1] ?? "";
    addRow(groups, getCell, row);
    counter.add(1);
  });
  if (!header) {
    throw new ImportError("The file is empty.");
  }
  return { findings: [...groups.values()].map(createGroupFinding), tool: "", ...counter.totals() };
}

function parseHeader(cells: readonly string[]): ReadonlyMap<Column, number> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = CSV_COLUMNS.filter((column) => names.includes(column));
  const missing = (["title", "severity"] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new ImportError(
      `The first row has no column named ${missing.map((column) => `"${column}"`).join(" or ")}. It must contain the names of the columns.`,
    );
  }
  const repeated = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated) {
    throw new ImportError(`The first row has the column "${repeated}" twice.`);
  }
  return new Map(columns.map((column) => [column, names.indexOf(column)]));
}

function addRow(groups: Map<string, Group>, getCell: (column: Column) => string, row: number): void {
  const title = cleanLine(getCell("title"));
  if (title === "") {
    throw new ImportError(`Row ${row} has no title.`);
  }
  const severity = parseSeverity(getCell("severity"), row);
  const id = cleanLine(getCell("id"));
  const asset = cleanLine(getCell("asset"));
  const key = id === "" ? fingerprint("csv", ["title", title], asset) : fingerprint("csv", ["id", id], "");
  const tags = getCell("tags")
    .slice(0, MAX_TAGS_LENGTH)
    .split(/[,;|\n]/);
  const mappings = parseMappings(getCell("mappings"));
  const group = groups.get(key);
  if (group) {
    group.rows += 1;
    group.severity = compareSeverity(severity, group.severity) < 0 ? severity : group.severity;
    group.tags.push(...tags.slice(0, TEXT_LIMITS.tags));
    group.mappings.push(...mappings.slice(0, TEXT_LIMITS.mappings));
    addEvidence(group.samples, getCell("evidence"));
    return;
  }
  const samples = new Samples();
  addEvidence(samples, getCell("evidence"));
  groups.set(key, {
    fingerprint: key,
    // The raw text, so that the finding has a note if it contains hidden characters.
    title: getCell("title"),
    severity,
    asset: getCell("asset"),
    description: formatDescription(getCell("description"), getCell("impact")),
    recommendation: formatMarkdown(getCell("recommendation"), TEXT_LIMITS.section),
    tags,
    mappings,
    samples,
    rows: 1,
  });
}

function addEvidence(samples: Samples, evidence: string): void {
  if (evidence.trim() !== "") {
    samples.add(() => [{ label: "Evidence", text: evidence }]);
  }
}

/** Reserves space for a note about hidden characters. */
function formatDescription(description: string, impact: string): string {
  const maxLength = TEXT_LIMITS.section - 200;
  if (impact.trim() === "") {
    return formatMarkdown(description, maxLength);
  }
  const half = Math.floor(maxLength / 2) - 20;
  return `${formatMarkdown(description, half)}\n\n**Impact**\n\n${formatMarkdown(impact, half)}`.trim();
}

function createGroupFinding(group: Group): ImportedFinding {
  return createFinding({
    fingerprint: group.fingerprint,
    title: group.title,
    severity: group.severity,
    affectedAsset: group.asset,
    description: group.description,
    evidence: group.samples.format(),
    recommendation: group.recommendation,
    tags: group.tags,
    mappings: group.mappings,
    resultCount: group.rows,
  });
}

function parseSeverity(cell: string, row: number): Severity {
  const severity = SEVERITY_NAMES.get(cell.trim().toLowerCase());
  if (!severity) {
    throw new ImportError(
      `Row ${row} has the severity "${shortenLine(cleanLine(cell), 40)}". Use critical, high, medium, low or info.`,
    );
  }
  return severity;
}

/** Calls `onRow` for each row that is not empty, the header first, with the number that a spreadsheet shows. */
async function readRows(
  open: OpenFile,
  onRow: (cells: readonly string[], row: number) => void,
): Promise<void> {
  const delimiter = detectDelimiter((await readFirstLine(open())) ?? "");
  let row = 0;
  const input = Readable.from(limitCsvRows(decodeText(open()), delimiter));
  try {
    await new Promise<void>((resolve, reject) => {
      Papa.parse<string[]>(input, {
        delimiter,
        step({ data, errors }, parser) {
          try {
            if (errors.length > 0) {
              throw new ImportError("The file has a cell whose quotation marks do not match.");
            }
            row += 1;
            if (data.some((cell) => cell.trim() !== "")) {
              onRow(data, row);
            }
          } catch (error) {
            // First, because aborting completes the parsing.
            reject(error);
            parser.abort();
          }
        },
        complete: () => resolve(),
        error: reject,
      });
    });
  } finally {
    input.destroy();
  }
}

/** Spreadsheets use the semicolon in languages with a decimal comma. */
function detectDelimiter(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
