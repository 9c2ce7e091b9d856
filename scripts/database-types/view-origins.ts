import pg from "pg";
import { queryRows } from "#server/database/query.ts";

/** A view column that is a plain reference to a table column of the same schema. */
export type ViewOrigin = { view: string; column: string; originTable: string; originColumn: string };

/** View columns that a subquery reads from one table column. The result set does not name it, so it is declared here. */
export const SUBQUERY_ORIGINS: readonly ViewOrigin[] = [
  {
    view: "message_threads",
    column: "last_sender_role",
    originTable: "messages",
    originColumn: "sender_role",
  },
];

/**
 * Finds the table columns behind view columns. The catalog does not store them, but a result set names the table and
 * column of each of its fields, so this runs every view's definition without reading rows. Other expressions have no
 * origin.
 */
export async function readViewOrigins(pool: pg.Pool, schema: string, views: string[]): Promise<ViewOrigin[]> {
  const origins = SUBQUERY_ORIGINS.filter(({ view }) => views.includes(view));
  for (const view of views) {
    const qualifiedName = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(view)}`;
    const [row] = await queryRows(pool, "select pg_get_viewdef($1::regclass) as definition", [qualifiedName]);
    const definition = row?.definition?.replace(/;\s*$/, "");
    const { fields } = await pool.query(`${definition} limit 0`);
    const columns = await queryRows(pool, ORIGINS, [
      fields.map(({ name }) => name),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
      schema,
    ]);
    origins.push(...columns.map((column) => ({ view, ...column })));
  }
  return origins;
}

const ORIGINS = `
  select field.name as "column", relation.relname as "originTable", attribute.attname as "originColumn"
    from unnest($1::text[], $2::oid[], $3::integer[]) as field (name, relation_id, number)
    join pg_class as relation on relation.oid = field.relation_id
    join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum = field.number
   where relation.relnamespace = $4::regnamespace and relation.relkind in ('r', 'p')
   -- not null: column`;
