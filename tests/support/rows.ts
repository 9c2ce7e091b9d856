import type pg from "pg";
import type { Database, Tables, TablesInsert } from "#supabase/database.types.ts";

/** Where factories put rows: a test database, or anything with its pool. */
export type World = { pool: Pick<pg.Pool, "query"> };

type TableName = keyof Database["public"]["Tables"];

/**
 * Stores a row past all policies and gives it back as the REST endpoint would: numbers for amounts, text for dates.
 * Column names come from the generated types, never from outside.
 */
export async function insertRow<Name extends TableName>(
  { pool }: World,
  table: Name,
  row: TablesInsert<Name>,
): Promise<Tables<Name>> {
  const columns = Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column);
  const { rows } = await pool.query<{ row: Tables<Name> }>(
    `insert into public.${table} as stored (${columns.join(", ")})
     select ${columns.join(", ")} from jsonb_populate_record(null::public.${table}, $1)
     returning to_jsonb(stored) as row`,
    [JSON.stringify(row)],
  );
  const [stored] = rows;
  if (!stored) throw new Error(`nothing was inserted into ${table}`);
  return stored.row;
}
