import type { QueryLevel } from "../parse/syntax.ts";
import type { DatabaseSchema, Relation } from "../schema/schema.ts";
import { compileRows } from "./compile-rows.ts";
import {
  aggregateBody,
  type BodyFormat,
  createCompileContext,
  nextAlias,
  RESPONSE_SETTINGS,
  type Statement,
  toPublicName,
} from "./sql.ts";

export type ReadOptions = { format: BodyFormat; includeTotal: boolean };

/** Compiles a read of a table or view, including its embeds, into one statement. */
export function compileRead(
  schema: DatabaseSchema,
  relation: Relation,
  level: QueryLevel,
  { format, includeTotal }: ReadOptions,
): Statement {
  const context = createCompileContext(schema);
  const alias = nextAlias(context);
  const from = `${toPublicName(relation.name)} as ${alias}`;
  const rows = compileRows({ context, relation, alias, level, referencedColumns: null }, from, []);
  const totalSql = includeTotal ? `(select count(*) from ${from}${rows.where})` : "null";
  return {
    text: `select ${aggregateBody(format)}, count(*), ${totalSql}, null, ${RESPONSE_SETTINGS} from (${rows.sql}) r`,
    values: context.values,
    columnNames: rows.columnNames,
  };
}
