import { RestError } from "./errors.ts";
import { limits } from "./limits.ts";
import { parseField } from "./parse-field.ts";
import { Reader } from "./reader.ts";
import { type Cast, type Embed, emptyLevel, type Level } from "./syntax.ts";

// The spellings people write, and the one that reaches SQL.
const casts: Record<string, Cast> = {
  text: "text",
  int: "integer",
  int4: "integer",
  integer: "integer",
  int8: "bigint",
  bigint: "bigint",
  numeric: "numeric",
  decimal: "numeric",
  float8: "float8",
  bool: "boolean",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamptz",
  uuid: "uuid",
  json: "json",
  jsonb: "jsonb",
};

/**
 * `select=id,total:amount::text,data->>key,client:clients!inner(company),invoices(count)`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function parseSelect(text: string): Level {
  const reader = new Reader(text, "select parameter");
  const level = emptyLevel();
  const budget = { items: limits.selectItems };
  parseItems(reader, level, 0, budget);
  reader.end();
  return level;
}

function parseItems(reader: Reader, level: Level, depth: number, budget: { items: number }): void {
  do {
    if (--budget.items < 0) reader.refuse(`more than ${limits.selectItems} items`);
    parseItem(reader, level, depth, budget);
    reader.skipSpaces();
  } while (reader.takes(","));
}

function parseItem(reader: Reader, level: Level, depth: number, budget: { items: number }): void {
  reader.skipSpaces();
  if (reader.takes("*")) {
    level.columns.push({ kind: "all" });
    return;
  }
  if (reader.sees("...")) reader.refuse("spread of an embedded resource is not supported");
  const alias = parseAlias(reader);
  const field = parseField(reader);
  if (field.path.length === 0 && (reader.sees("!") || reader.sees("("))) {
    const embed = parseEmbed(reader, field.column, alias, depth, budget);
    if (embed) level.embeds.push(embed);
    return;
  }
  const cast = reader.takes("::") ? parseCast(reader) : null;
  if (reader.sees(".")) refuseAggregate();
  level.columns.push({ kind: "column", field, alias, cast });
}

function parseAlias(reader: Reader): string | null {
  const start = reader.mark();
  const name = reader.name();
  if (reader.sees(":") && !reader.sees("::")) {
    reader.expect(":");
    return name;
  }
  reader.backTo(start);
  return null;
}

function parseCast(reader: Reader): Cast {
  const name = reader.name();
  return casts[name] ?? reader.refuse(`cast to "${name}" is not supported`);
}

function parseEmbed(
  reader: Reader,
  name: string,
  alias: string | null,
  depth: number,
  budget: { items: number },
): Embed | null {
  const embed: Embed = { name, alias, hint: null, inner: false, level: emptyLevel() };
  while (reader.takes("!")) {
    const word = reader.name();
    if (word === "inner") embed.inner = true;
    else if (word !== "left") embed.hint = word;
  }
  reader.expect("(");
  if (name === "count" && reader.sees(")")) refuseAggregate();
  if (depth >= limits.embedDepth) reader.refuse(`embedded deeper than ${limits.embedDepth} levels`);
  reader.skipSpaces();
  // `clients!inner()` filters by the embedded table without showing it.
  if (!reader.sees(")")) parseItems(reader, embed.level, depth + 1, budget);
  reader.expect(")");
  return embed;
}

/** Supabase leaves PostgREST's aggregate functions off; `table(count)` is older than they are and stays. */
function refuseAggregate(): never {
  throw new RestError(400, { code: "PGRST123", message: "Use of aggregate functions is not allowed" });
}
