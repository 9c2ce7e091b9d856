import { invalidQuery, NEGATIVE_LIMIT_DETAILS, notEmbedded, rangeNotSatisfiable } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { parseField } from "./parse-field.ts";
import { parseFilter, parseLogic } from "./parse-filter.ts";
import { parseOrder } from "./parse-order.ts";
import { parseSelect } from "./parse-select.ts";
import { Scanner } from "./scanner.ts";
import { type Condition, type Field, getEmbedName, type QueryLevel } from "./syntax.ts";

/** A parsed query string. */
export type Query = {
  root: QueryLevel;
  /** The keys of the body to use, from the `columns` parameter. */
  columns: string[] | null;
  onConflict: string[] | null;
};

type Parameter = [name: string, value: string];
type ParameterTarget = { path: string[]; field: Field };

/**
 * Splits and decodes a query string without its `?`.
 * @throws {RestError} PGRST100 for invalid UTF-8, and for NUL, which PostgreSQL cannot store in text
 */
export function parseParameters(search: string): Parameter[] {
  if (search === "") {
    return [];
  }
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const separator = pair.indexOf("=");
      if (separator < 0) {
        return [decode(pair), ""];
      }
      return [decode(pair.slice(0, separator)), decode(pair.slice(separator + 1))];
    });
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidQuery("failed to decode the query string", "percent-encoding is not UTF-8");
  }
  if (decoded.includes("\0")) {
    throw invalidQuery("failed to decode the query string", "unexpected NUL");
  }
  return decoded;
}

/**
 * Parses `select`, filters, `order`, `limit`, `offset`, `columns` and `on_conflict`. A prefix applies a parameter to
 * an embedded table: `invoices.status=eq.paid` filters the embedded invoices.
 */
export function parseQuery(parameters: readonly Parameter[]): Query {
  const getParameter = (name: string) => parameters.find((parameter) => parameter[0] === name)?.[1];
  const root = parseSelect(getParameter("select") ?? "*");
  const columns = getParameter("columns");
  const onConflict = getParameter("on_conflict");
  for (const [name, value] of parameters) {
    if (name === "select" || name === "columns" || name === "on_conflict") {
      continue;
    }
    applyParameter(root, parseParameterName(name), value);
  }
  if (countFilters(root) > LIMITS.filters) {
    throw invalidQuery("too many filters", `more than ${LIMITS.filters}`);
  }
  return {
    root,
    columns: columns === undefined ? null : parseColumnNames(columns, "columns parameter"),
    onConflict: onConflict === undefined ? null : parseColumnNames(onConflict, "on_conflict parameter"),
  };
}

function parseParameterName(name: string): ParameterTarget {
  const scanner = new Scanner(name, `parameter "${name}"`);
  const path: string[] = [];
  let field = parseField(scanner);
  while (scanner.consume(".")) {
    path.push(field.column);
    field = parseField(scanner);
  }
  scanner.expectEnd();
  return { path, field };
}

function applyParameter(root: QueryLevel, { path, field }: ParameterTarget, value: string): void {
  const keyword = field.path.length === 0 ? field.column : "";
  if (keyword === "and" || keyword === "or") {
    const negated = path.at(-1) === "not";
    const level = findLevel(root, negated ? path.slice(0, -1) : path);
    level.conditions.push(parseLogic(keyword, negated, value));
    return;
  }
  const level = findLevel(root, path);
  if (keyword === "order") {
    level.order = parseOrder(value);
  } else if (keyword === "limit") {
    level.limit = parseLimit(value);
  } else if (keyword === "offset") {
    level.offset = parseOffset(value);
  } else {
    level.conditions.push(parseFilter(field, value));
  }
}

function findLevel(root: QueryLevel, path: readonly string[]): QueryLevel {
  let level = root;
  for (const name of path) {
    const embed = level.embeds.find((candidate) => getEmbedName(candidate) === name);
    if (!embed) {
      throw notEmbedded(name);
    }
    level = embed.level;
  }
  return level;
}

function parseLimit(text: string): number {
  if (/^-\d+$/.test(text)) {
    throw rangeNotSatisfiable(NEGATIVE_LIMIT_DETAILS);
  }
  return Math.min(parseWholeNumber(text, "limit"), LIMITS.rows);
}

/** PostgREST ignores a negative offset. */
function parseOffset(text: string): number {
  return /^-\d+$/.test(text) ? 0 : parseWholeNumber(text, "offset");
}

function parseWholeNumber(text: string, label: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw invalidQuery(`failed to parse ${label}`, "expecting a whole number");
  }
  return number;
}

function parseColumnNames(text: string, label: string): string[] {
  const scanner = new Scanner(text, label);
  const names: string[] = [];
  do {
    names.push(scanner.readName());
    scanner.skipSpaces();
  } while (scanner.consume(","));
  scanner.expectEnd();
  return [...new Set(names)];
}

function countFilters(level: QueryLevel): number {
  const count = (condition: Condition): number =>
    condition.kind === "filter" ? 1 : condition.conditions.reduce((sum, inner) => sum + count(inner), 0);
  const levelFilters = level.conditions.reduce((sum, condition) => sum + count(condition), 0);
  return level.embeds.reduce((sum, embed) => sum + countFilters(embed.level), levelFilters);
}
