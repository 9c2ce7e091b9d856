import { notEmbedded, notUnderstood, rangeNotSatisfiable } from "./errors.ts";
import { limits } from "./limits.ts";
import { parseField } from "./parse-field.ts";
import { parseFilter, parseLogic } from "./parse-filter.ts";
import { parseOrder } from "./parse-order.ts";
import { parseSelect } from "./parse-select.ts";
import { Reader } from "./reader.ts";
import { type Condition, type Field, type Level, nameOf } from "./syntax.ts";

/** A query string, read: what to answer with, and for writes which columns. */
export type Query = {
  root: Level;
  /** `columns=`: the keys of the body that count. */
  columns: string[] | null;
  onConflict: string[] | null;
};

type Parameter = [name: string, value: string];
type Address = { path: string[]; field: Field };

/** Splits and decodes a query string (without `?`). Refuses what is no UTF-8, and NUL, which no text column holds. */
export function parametersOf(search: string): Parameter[] {
  if (search === "") return [];
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 0) return [decoded(pair), ""];
      return [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
    });
}

function decoded(text: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw notUnderstood("failed to decode the query string", "percent-encoding is not UTF-8");
  }
  if (plain.includes("\0")) throw notUnderstood("failed to decode the query string", "unexpected NUL");
  return plain;
}

/**
 * Reads `select`, filters, `order`, `limit`, `offset`, `columns` and `on_conflict`, and hangs each on the table of the
 * answer it speaks of: `invoices.status=eq.paid` filters the embedded invoices.
 */
export function parseQuery(parameters: readonly Parameter[]): Query {
  const given = (name: string) => parameters.find((parameter) => parameter[0] === name)?.[1];
  const root = parseSelect(given("select") ?? "*");
  const columns = given("columns");
  const onConflict = given("on_conflict");
  for (const [name, value] of parameters) {
    if (name === "select" || name === "columns" || name === "on_conflict") continue;
    apply(root, addressOf(name), value);
  }
  if (filtersIn(root) > limits.filters)
    throw notUnderstood("too many filters", `more than ${limits.filters}`);
  return {
    root,
    columns: columns === undefined ? null : parseNames(columns, "columns parameter"),
    onConflict: onConflict === undefined ? null : parseNames(onConflict, "on_conflict parameter"),
  };
}

function addressOf(name: string): Address {
  const reader = new Reader(name, `parameter "${name}"`);
  const path: string[] = [];
  let field = parseField(reader);
  while (reader.takes(".")) {
    path.push(field.column);
    field = parseField(reader);
  }
  reader.end();
  return { path, field };
}

function apply(root: Level, { path, field }: Address, value: string): void {
  const keyword = field.path.length === 0 ? field.column : "";
  if (keyword === "and" || keyword === "or") {
    const negated = path.at(-1) === "not";
    const level = levelAt(root, negated ? path.slice(0, -1) : path);
    level.conditions.push(parseLogic(keyword, negated, value));
    return;
  }
  const level = levelAt(root, path);
  if (keyword === "order") level.order = parseOrder(value);
  else if (keyword === "limit") level.limit = parseLimit(value);
  else if (keyword === "offset") level.offset = parseCount(value, "offset");
  else level.conditions.push(parseFilter(field, value));
}

function levelAt(root: Level, path: readonly string[]): Level {
  let level = root;
  for (const name of path) {
    const embed = level.embeds.find((candidate) => nameOf(candidate) === name);
    if (!embed) throw notEmbedded(name);
    level = embed.level;
  }
  return level;
}

function parseLimit(text: string): number {
  if (/^-\d+$/.test(text)) throw rangeNotSatisfiable("Limit should be greater than or equal to zero.");
  return Math.min(parseCount(text, "limit"), limits.rows);
}

function parseCount(text: string, what: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(count))
    throw notUnderstood(`failed to parse ${what}`, "expecting a whole number");
  return count;
}

function parseNames(text: string, what: string): string[] {
  const reader = new Reader(text, what);
  const names: string[] = [];
  do {
    names.push(reader.name());
    reader.skipSpaces();
  } while (reader.takes(","));
  reader.end();
  return [...new Set(names)];
}

function filtersIn(level: Level): number {
  const counted = (condition: Condition): number =>
    condition.kind === "filter" ? 1 : condition.conditions.reduce((sum, inner) => sum + counted(inner), 0);
  const own = level.conditions.reduce((sum, condition) => sum + counted(condition), 0);
  return level.embeds.reduce((sum, embed) => sum + filtersIn(embed.level), own);
}
