import type { SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import type { Database, Tables } from "#supabase/database.types.ts";
import { withTestBackend } from "../fixtures/backend.ts";

const BATCH_SIZE = 100;
const PAGE_SIZE = 1_000;

type InsertRates = {
  /** Invoices per second, if only invoices are inserted. */
  invoices: number;
  /** Invoices per second, if their payments, refunds and fees are inserted with them. */
  withPayments: number;
};

/**
 * Inserts the rows of a sync into an identical database in batches of 100 invoices. The rates are the upper bounds for a
 * sync, which stores the same rows.
 */
export async function measureInsertRates(rows: SupabaseClient<Database>): Promise<InsertRates> {
  // The other database has no clients or projects.
  const invoices = (await readAll(rows, "invoices")).map((invoice) => ({
    ...invoice,
    client_id: null,
    project_id: null,
  }));
  const payments = await readAll(rows, "invoice_payments");
  const fees = await readAll(rows, "invoice_payment_fees");
  return {
    invoices: await measure({ invoices, payments: [], fees: [] }),
    withPayments: await measure({ invoices, payments, fees }),
  };
}

type Rows = {
  invoices: Tables<"invoices">[];
  payments: Tables<"invoice_payments">[];
  fees: Tables<"invoice_payment_fees">[];
};

async function measure({ invoices, payments, fees }: Rows): Promise<number> {
  const paymentsByInvoice = Map.groupBy(payments, (payment) => payment.invoice_id);
  const feesByPayment = new Map(fees.map((fee) => [fee.invoice_payment_id, fee]));
  let seconds = Number.NaN;
  await withTestBackend(async ({ pool }) => {
    const insertInvoices = await createInsert(pool, "invoices");
    const insertPayments = await createInsert(pool, "invoice_payments");
    const insertFees = await createInsert(pool, "invoice_payment_fees");
    const startedAt = performance.now();
    for (let from = 0; from < invoices.length; from += BATCH_SIZE) {
      const batch = invoices.slice(from, from + BATCH_SIZE);
      const batchPayments = batch.flatMap(({ id }) => paymentsByInvoice.get(id) ?? []);
      await insertInvoices(batch);
      await insertPayments(batchPayments);
      await insertFees(batchPayments.flatMap(({ id }) => feesByPayment.get(id) ?? []));
    }
    seconds = (performance.now() - startedAt) / 1000;
  });
  return invoices.length / seconds;
}

/** Returns a function that inserts rows with one statement. */
async function createInsert(pool: pg.Pool, table: string) {
  // Generated columns accept no values.
  const { rows } = await pool.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const columns = String(rows[0]?.columns);
  return async (batch: readonly object[]) => {
    if (batch.length > 0) {
      await pool.query(
        `insert into public.${table} (${columns})
         select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
        [JSON.stringify(batch)],
      );
    }
  };
}

async function readAll<Table extends keyof typeof KEYS>(
  client: SupabaseClient<Database>,
  table: Table,
): Promise<Tables<Table>[]> {
  const all: Tables<Table>[] = [];
  for (;;) {
    const { data } = await client
      .from(table)
      .select("*")
      .order(KEYS[table])
      .range(all.length, all.length + PAGE_SIZE - 1)
      .overrideTypes<Tables<Table>[], { merge: false }>()
      .throwOnError();
    all.push(...data);
    if (data.length < PAGE_SIZE) {
      return all;
    }
  }
}

const KEYS = { invoices: "id", invoice_payments: "id", invoice_payment_fees: "invoice_payment_id" } as const;
