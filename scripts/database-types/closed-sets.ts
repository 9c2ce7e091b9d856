import type pg from "pg";
import { queryRows } from "#server/database/query.ts";

/** A text column, such as a status, that a check constraint limits to a set of values. */
export type ClosedSet = { schema: string; table: string; column: string; values: string[] };

/**
 * Reads the check constraints of the form `column in ('a', 'b')`. PostgreSQL stores them as `= ANY (ARRAY[…])`, or as
 * `=` if there is only one value.
 */
export async function readClosedSets(
  database: pg.Pool | pg.ClientBase,
  schemas: string[],
): Promise<ClosedSet[]> {
  const rows = await queryRows(database, CHECKS, [schemas]);
  return rows.flatMap(({ definition, ...column }) => {
    const values = parseValues(definition);
    // Ignore constraints that require an empty string, such as `check (notes = '')`.
    return values?.every(Boolean) ? [{ ...column, values }] : [];
  });
}

const LITERAL = "'(?:[^']|'')*'(?:::text)?";
const VALUES = new RegExp(
  String.raw`^CHECK \(\(\S+ = (?:ANY \(ARRAY\[(${LITERAL}(?:, ${LITERAL})*)\]\)|(${LITERAL}))\)\)$`,
);

function parseValues(definition: string): string[] | null {
  const [, list, single] = VALUES.exec(definition) ?? [];
  const literals = (list ?? single)?.match(/'(?:[^']|'')*'/g);
  return literals?.map((literal) => literal.slice(1, -1).replaceAll("''", "'")) ?? null;
}

const CHECKS = `
  select schema.nspname as schema, relation.relname as "table", attribute.attname as "column",
         pg_get_constraintdef(check_constraint.oid) as definition
    from pg_constraint as check_constraint
    join pg_class as relation on relation.oid = check_constraint.conrelid
    join pg_namespace as schema on schema.oid = relation.relnamespace
    join pg_attribute as attribute
      on attribute.attrelid = relation.oid and attribute.attnum = check_constraint.conkey[1]
    join pg_type as type on type.oid = attribute.atttypid
   where check_constraint.contype = 'c' and cardinality(check_constraint.conkey) = 1
     and schema.nspname = any ($1::text[]) and type.typname = 'text'
   order by schema.nspname collate "C", relation.relname collate "C", attribute.attname collate "C"
   -- not null: definition`;
