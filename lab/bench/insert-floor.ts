import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#supabase/database.types.ts";
import { inAWorld } from "./world.ts";

const AT_ONCE = 100;
const A_PAGE = 1_000;

/** Rows a second when nothing is done but inserting the same invoices, a hundred a transaction, into a database alike. */
export async function insertFloor(rows: SupabaseClient<Database>): Promise<number> {
  const invoices: object[] = [];
  for (;;) {
    const { data } = await rows
      .from("invoices")
      .select("*")
      .order("id")
      .range(invoices.length, invoices.length + A_PAGE - 1)
      .throwOnError();
    // Neither clients nor projects are there.
    invoices.push(...data.map((invoice) => ({ ...invoice, client_id: null, project_id: null })));
    if (data.length < A_PAGE) break;
  }
  let seconds = Number.NaN;
  await inAWorld(async ({ pool }) => {
    const began = performance.now();
    for (let from = 0; from < invoices.length; from += AT_ONCE)
      await pool.query(
        "insert into public.invoices select * from jsonb_populate_recordset(null::public.invoices, $1::jsonb)",
        [JSON.stringify(invoices.slice(from, from + AT_ONCE))],
      );
    seconds = (performance.now() - began) / 1000;
  });
  return invoices.length / seconds;
}
