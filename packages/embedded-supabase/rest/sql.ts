import type { Catalogue } from "./catalogue.ts";
import { limits } from "./limits.ts";

/**
 * A statement ready to run. Gives one row: `body` (text, null when too large), `rows`, `total` (or null), `updated` (or
 * null).
 */
export type Statement = {
  text: string;
  values: unknown[];
  /** Names of the answer's columns, which CSV puts first. */
  header: string[];
};

export type Format = "json" | "csv" | "nothing";

/** What compiling one statement gathers on its way. */
export type Compilation = { catalogue: Catalogue; values: unknown[]; aliases: number };

export function newCompilation(catalogue: Catalogue): Compilation {
  return { catalogue, values: [], aliases: 0 };
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A relation or function of schema `public`, whose name came from the catalogue. */
export function inPublic(name: string): string {
  return `"public".${quoted(name)}`;
}

/** Binds a value and gives its place, cast to a type whose name came from the catalogue or from this code. */
export function bind(compilation: Compilation, value: unknown, type: string): string {
  compilation.values.push(value);
  return `$${compilation.values.length}::${type}`;
}

export function newAlias(compilation: Compilation): string {
  return `t${compilation.aliases++}`;
}

/**
 * All rows of the subquery named `r` as one text; null when it is larger than an answer may be. PostgreSQL writes the
 * JSON; CSV is its row text, as PostgREST's. `r.*` is the row, where `r` might be a column somebody called so.
 */
export function bodyOf(format: Format): string {
  if (format === "nothing") return "''";
  return withinSize(
    format === "json"
      ? "coalesce(json_agg(r.*), '[]')::text"
      : "coalesce(string_agg(substring((r.*)::text from 2 for length((r.*)::text) - 2), E'\\n'), '')",
  );
}

/** PostgreSQL works out an aggregate once, however often it is written. */
export function withinSize(text: string): string {
  return `case when octet_length(${text}) <= ${limits.answerSize} then ${text} end`;
}
