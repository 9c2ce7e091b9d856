import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#supabase/database.types.ts";
import { withTestBackend } from "../fixtures/backend.ts";

const BATCH_SIZE = 100;
const PAGE_SIZE = 1_000;

/** Inserts the same invoices into an identical database in batches of 100. Returns rows per second, the upper bound for a sync. */
export async function measureInsertRate(rows: SupabaseClient<Database>): Promise<number> {
  const invoices: object[] = [];
  for (;;) {
    const { data } = await rows
      .from("invoices")
      .select("*")
      .order("id")
      .range(invoices.length, invoices.length + PAGE_SIZE - 1)
      .throwOnError();
    // The other database has no clients or projects.
    invoices.push(...data.map((invoice) => ({ ...invoice, client_id: null, project_id: null })));
    if (data.length < PAGE_SIZE) {
      break;
    }
  }
  let seconds = Number.NaN;
  await withTestBackend(async ({ pool }) => {
    // Generated columns accept no values.
    const { rows: insertable } = await pool.query(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_schema = 'public' and table_name = 'invoices' and is_generated = 'NEVER'`,
    );
    const columns = String(insertable[0]?.columns);
    const startedAt = performance.now();
    for (let from = 0; from < invoices.length; from += BATCH_SIZE) {
      await pool.query(
        `insert into public.invoices (${columns})
         select ${columns} from jsonb_populate_recordset(null::public.invoices, $1::jsonb)`,
        [JSON.stringify(invoices.slice(from, from + BATCH_SIZE))],
      );
    }
    seconds = (performance.now() - startedAt) / 1000;
  });
  return invoices.length / seconds;
}
