import type pg from "pg";
import type { Database, Tables, TablesInsert } from "#supabase/database.types.ts";

/** A test database, or any object with a connection pool. */
export type DatabaseFixture = { pool: Pick<pg.Pool, "query"> };

type TableName = keyof Database["public"]["Tables"];

/**
 * Inserts a row, bypassing row policies, and returns it in the format of the REST API: numbers for amounts, strings for
 * dates. Column names come from the generated types, so interpolating them is safe.
 */
export async function insertRow<Name extends TableName>(
  { pool }: DatabaseFixture,
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
  if (!stored) {
    throw new Error(`the insert into ${table} returned no row`);
  }
  return stored.row;
}
