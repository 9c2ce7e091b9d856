import { RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { parseField } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import { type Cast, createQueryLevel, type Embed, type QueryLevel } from "./syntax.ts";

// Maps type names in requests to SQL types.
const CASTS_BY_TYPE_NAME = new Map<string, Cast>([
  ["text", "text"],
  ["int", "integer"],
  ["int4", "integer"],
  ["integer", "integer"],
  ["int8", "bigint"],
  ["bigint", "bigint"],
  ["numeric", "numeric"],
  ["decimal", "numeric"],
  ["float8", "float8"],
  ["bool", "boolean"],
  ["boolean", "boolean"],
  ["date", "date"],
  ["timestamp", "timestamp"],
  ["timestamptz", "timestamptz"],
  ["uuid", "uuid"],
  ["json", "json"],
  ["jsonb", "jsonb"],
]);

/**
 * Parses `select=id,total:amount::text,data->>key,client:clients!inner(company),invoices(count)`. An empty string selects
 * no columns.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function parseSelect(text: string): QueryLevel {
  const scanner = new Scanner(text, "select parameter");
  const level = createQueryLevel();
  if (text.trim() === "") {
    return level;
  }
  const budget = { items: LIMITS.selectItems };
  parseItems(scanner, level, 0, budget);
  scanner.expectEnd();
  return level;
}

function parseItems(scanner: Scanner, level: QueryLevel, depth: number, budget: { items: number }): void {
  do {
    if (--budget.items < 0) {
      scanner.fail(`more than ${LIMITS.selectItems} items`);
    }
    parseItem(scanner, level, depth, budget);
    scanner.skipSpaces();
  } while (scanner.consume(","));
}

function parseItem(scanner: Scanner, level: QueryLevel, depth: number, budget: { items: number }): void {
  scanner.skipSpaces();
  if (scanner.consume("*")) {
    level.columns.push({ kind: "all" });
    return;
  }
  if (scanner.startsWith("...")) {
    scanner.fail("spread of an embedded resource is not supported");
  }
  const alias = parseAlias(scanner);
  const field = parseField(scanner);
  if (field.path.length === 0 && (scanner.startsWith("!") || scanner.startsWith("("))) {
    const embed = parseEmbed(scanner, field.column, alias, depth, budget);
    if (embed) {
      level.embeds.push(embed);
    }
    return;
  }
  const cast = scanner.consume("::") ? parseCast(scanner) : null;
  if (scanner.startsWith(".")) {
    rejectAggregate();
  }
  level.columns.push({ kind: "column", field, alias, cast });
}

function parseAlias(scanner: Scanner): string | null {
  const start = scanner.mark();
  const name = scanner.readName();
  if (scanner.startsWith(":") && !scanner.startsWith("::")) {
    scanner.expect(":");
    return name;
  }
  scanner.reset(start);
  return null;
}

function parseCast(scanner: Scanner): Cast {
  const name = scanner.readName();
  return CASTS_BY_TYPE_NAME.get(name) ?? scanner.fail(`cast to "${name}" is not supported`);
}

function parseEmbed(
  scanner: Scanner,
  name: string,
  alias: string | null,
  depth: number,
  budget: { items: number },
): Embed | null {
  const embed: Embed = { name, alias, hint: null, inner: false, level: createQueryLevel() };
  while (scanner.consume("!")) {
    const modifier = scanner.readName();
    if (modifier === "inner") {
      embed.inner = true;
    } else if (modifier !== "left") {
      embed.hint = modifier;
    }
  }
  scanner.expect("(");
  if (name === "count" && scanner.startsWith(")")) {
    rejectAggregate();
  }
  if (depth >= LIMITS.embedDepth) {
    scanner.fail(`embedded deeper than ${LIMITS.embedDepth} levels`);
  }
  scanner.skipSpaces();
  // `clients!inner()` filters by the embedded table without returning it.
  if (!scanner.startsWith(")")) {
    parseItems(scanner, embed.level, depth + 1, budget);
  }
  scanner.expect(")");
  return embed;
}

/** Supabase disables PostgREST's aggregate functions. `table(count)` predates them and is supported. */
function rejectAggregate(): never {
  throw new RestError(400, { code: "PGRST123", message: "Use of aggregate functions is not allowed" });
}
