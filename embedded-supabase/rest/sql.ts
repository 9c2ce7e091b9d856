import type { Catalogue } from "./catalogue.ts";

/** A statement ready to run. Gives one row: `body` (text), `rows`, `total` (or null), `updated` (or null). */
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

/** All rows of the subquery named `r` as one text. PostgreSQL writes the JSON; CSV is its row text, as PostgREST's. */
export function bodyOf(format: Format): string {
  if (format === "nothing") return "''";
  if (format === "json") return "coalesce(json_agg(r), '[]')::text";
  return "coalesce(string_agg(substring(r::text from 2 for length(r::text) - 2), E'\\n'), '')";
}
