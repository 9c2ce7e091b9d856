import { Readable } from "node:stream";
import Papa from "papaparse";
import * as z from "zod/mini";
import { CSV_COLUMNS, type CsvColumn, REQUIRED_CSV_COLUMNS } from "#domain/findings/import/csv-columns.ts";
import type { CsvColumns } from "#domain/findings/import/import-mapping.ts";
import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity, SEVERITIES, type Severity, SeverityName } from "#domain/findings/severity.ts";
import { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ImportError } from "./import-error.ts";
import { createFinding } from "./results/create-finding.ts";
import { fingerprint } from "./results/fingerprint.ts";
import type { GroupStore } from "./results/group-store.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { createFindings, type ReadResults, ResultGroups } from "./results/result-groups.ts";
import { addSample, formatSamples, Samples } from "./results/samples.ts";
import { addMappings, addTags } from "./results/tags-and-mappings.ts";
import { parseMappings } from "./results/taxonomy-ids.ts";
import { decodeText } from "./streams/decode-text.ts";
import { limitCsvRows } from "./streams/limit-csv-rows.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { readFirstLine } from "./streams/read-json-lines.ts";
import { cleanLine } from "./text/clean-text.ts";
import { formatMarkdown } from "./text/format-section.ts";
import { shortenLine } from "./text/shorten.ts";

const MAX_TAGS_LENGTH = 2_000;
/** Higher than the limits of the title and the asset, because cleaning can shorten them. */
const MAX_NAME_LENGTH = 2_000;
const MAX_IGNORED_COLUMNS = 20;
const DELIMITERS = [",", ";", "\t"] as const;

const SEVERITY_NAMES: ReadonlyMap<string, Severity> = new Map([
  ...SEVERITIES.map((severity) => [severity, severity] as const),
  ["informational", "info"],
  ["information", "info"],
  ["moderate", "medium"],
]);

/** The rows with the same fingerprint. */
const Group = z.object({
  fingerprint: z.string(),
  title: z.string(),
  severity: SeverityName,
  sourceSeverity: z.string(),
  asset: z.string(),
  description: z.string(),
  recommendation: z.string(),
  tags: z.array(z.string()),
  mappings: z.array(TaxonomyReference),
  samples: Samples,
  rows: z.number(),
});
type Group = z.infer<typeof Group>;

/**
 * Reads findings from CSV. Descriptions, impacts and recommendations are Markdown. The evidence is plain text.
 * Rows with errors are in the `invalidRows` of the totals. @throws {ImportError} if the file cannot be divided into rows.
 */
export async function readFindingCsv(open: OpenFile, store: GroupStore): Promise<ReadResults> {
  const groups = new ResultGroups(store, Group);
  const counter = createResultCounter();
  let header: ReadonlyMap<CsvColumn, number> | null = null;
  let headerCells: readonly string[] = [];
  await readRows(open, async (cells, row) => {
    if (!header) {
      header = parseHeader(cells);
      headerCells = cells;
      return;
    }
    counter.checkRow();
    const columns = header;
    const getCell = (column: CsvColumn) => cells[columns.get(column) ?? -1] ?? "";
    const parsed =
      cells.length === headerCells.length
        ? parseRow(getCell)
        : { problem: `has ${formatCount(cells.length, "column")}, but the header has ${headerCells.length}` };
    if ("problem" in parsed) {
      counter.skipRow(row, `Row ${row} ${parsed.problem}.`);
      return;
    }
    await addRow(groups, getCell, parsed);
    counter.add(1);
  });
  if (!header) {
    throw new ImportError("The file is empty.");
  }
  return {
    ...{ tool: "", columns: describeColumns(headerCells) },
    findings: createFindings(groups.list(), createGroupFinding),
    totals: counter.totals,
  };
}

function parseHeader(cells: readonly string[]): ReadonlyMap<CsvColumn, number> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = CSV_COLUMNS.filter((column) => names.includes(column));
  const missing = REQUIRED_CSV_COLUMNS.filter((column) => !columns.includes(column));
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

function describeColumns(cells: readonly string[]): CsvColumns {
  const isUsed = (cell: string) => CSV_COLUMNS.some((column) => column === cell.trim().toLowerCase());
  return {
    used: CSV_COLUMNS.filter((column) => cells.some((cell) => cell.trim().toLowerCase() === column)),
    ignored: cells
      .filter((cell) => cell.trim() !== "" && !isUsed(cell))
      .slice(0, MAX_IGNORED_COLUMNS)
      .map((cell) => shortenLine(cleanLine(cell.slice(0, MAX_NAME_LENGTH)), 40)),
  };
}

type GetCell = (column: CsvColumn) => string;
type ParsedRow = { title: string; severity: Severity };

/** Reads the required cells, or returns everything that is wrong with them, such as `has no title and no severity`. */
function parseRow(getCell: GetCell): ParsedRow | { problem: string } {
  const title = cleanLine(getCell("title"));
  const severityCell = getCell("severity").trim();
  const severity = SEVERITY_NAMES.get(severityCell.toLowerCase());
  if (title !== "" && severity) {
    return { title, severity };
  }
  const problems = [
    ...(title === "" ? ["no title"] : []),
    ...(severityCell === "" ? ["no severity"] : []),
    ...(severityCell !== "" && !severity
      ? [`the unknown severity "${shortenLine(cleanLine(severityCell.slice(0, MAX_NAME_LENGTH)), 40)}"`]
      : []),
  ];
  return { problem: `has ${problems.join(" and ")}` };
}

async function addRow(
  groups: ResultGroups<Group>,
  getCell: GetCell,
  { title, severity }: ParsedRow,
): Promise<void> {
  const sourceSeverity = getCell("severity").trim().toLowerCase();
  const id = cleanLine(getCell("id"));
  const asset = cleanLine(getCell("asset"));
  const key = id === "" ? fingerprint("csv", ["title", title], asset) : fingerprint("csv", ["id", id], "");
  const tags = getCell("tags")
    .slice(0, MAX_TAGS_LENGTH)
    .split(/[,;|\n]/);
  const evidence = getCell("evidence");
  await groups.add(
    key,
    () => ({
      fingerprint: key,
      // The raw text, so that the finding has a note if it contains hidden characters.
      title: getCell("title").slice(0, MAX_NAME_LENGTH),
      severity,
      sourceSeverity,
      asset: getCell("asset").slice(0, MAX_NAME_LENGTH),
      description: formatDescription(getCell("description"), getCell("impact")),
      recommendation: formatMarkdown(getCell("recommendation"), TEXT_LIMITS.section),
      ...{ tags: [], mappings: [], samples: [], rows: 0 },
    }),
    (group) => {
      group.rows += 1;
      if (compareSeverity(severity, group.severity) < 0) {
        Object.assign(group, { severity, sourceSeverity });
      }
      addTags(group.tags, tags);
      addMappings(group.mappings, parseMappings(getCell("mappings")));
      if (evidence.trim() !== "") {
        addSample(group.samples, () => [{ label: "Evidence", text: evidence }]);
      }
    },
  );
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
    sourceSeverity: group.sourceSeverity,
    sourceCategory: "",
    affectedAsset: group.asset,
    description: group.description,
    evidence: formatSamples(group.samples),
    recommendation: group.recommendation,
    tags: group.tags,
    mappings: group.mappings,
    resultCount: group.rows,
  });
}

type Row = { cells: readonly string[]; row: number };

/** Calls `onRow` for each row that is not empty, the header first, with the number that a spreadsheet shows. */
async function readRows(
  open: OpenFile,
  onRow: (cells: readonly string[], row: number) => Promise<void>,
): Promise<void> {
  const delimiter = detectDelimiter((await readFirstLine(open())) ?? "");
  const rows: Row[] = [];
  const processRows = async () => {
    for (const { cells, row } of rows.splice(0)) {
      await onRow(cells, row);
    }
  };
  // The parser is synchronous, so process its rows before it gets more text.
  const chunks = async function* () {
    for await (const chunk of limitCsvRows(decodeText(open()), delimiter)) {
      await processRows();
      yield chunk;
    }
  };
  await parseRows(Readable.from(chunks()), delimiter, rows);
  await processRows();
}

async function parseRows(input: Readable, delimiter: string, rows: Row[]): Promise<void> {
  let row = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      Papa.parse<string[]>(input, {
        delimiter,
        step({ data, errors }, parser) {
          if (errors.length > 0) {
            // First, because aborting completes the parsing.
            reject(new ImportError(`Row ${row + 1} has a cell whose quotation marks do not match.`));
            parser.abort();
            return;
          }
          row += 1;
          if (data.some((cell) => cell.trim() !== "")) {
            rows.push({ cells: data, row });
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
