import type { Catalogue, Relation } from "./catalogue.ts";
import { compileRows } from "./compile-level.ts";
import { bodyOf, type Format, inPublic, newAlias, newCompilation, type Statement } from "./sql.ts";
import type { Level } from "./syntax.ts";

export type ReadOptions = { format: Format; countsAll: boolean };

/** One statement that reads rows of a table or view, with everything embedded. */
export function compileRead(
  catalogue: Catalogue,
  relation: Relation,
  level: Level,
  { format, countsAll }: ReadOptions,
): Statement {
  const compilation = newCompilation(catalogue);
  const alias = newAlias(compilation);
  const from = `${inPublic(relation.name)} as ${alias}`;
  const rows = compileRows({ compilation, relation, alias, level, used: null }, from, []);
  const total = countsAll ? `(select count(*) from ${from}${rows.where})` : "null";
  return {
    text: `select ${bodyOf(format)}, count(*), ${total}, null from (${rows.sql}) r`,
    values: compilation.values,
    header: rows.header,
  };
}
