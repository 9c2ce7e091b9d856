import type { Database, Query } from "#server/database.ts";
import type { InvoiceReading, ProviderInvoice } from "#server/payments/provider.ts";
import { isRefusedByTheDatabase, retryingConflicts } from "#server/payments/sync/database-conflicts.ts";
import { type ClientMatcher, loadClientMatcher } from "#server/payments/sync/match-client.ts";

export type RefusedInvoice = { invoice: string; reason: string };

/** What became of a batch. `unmatched` are stored, and wait for an administrator to name their client. */
export type StoreOutcome = {
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  refused: RefusedInvoice[];
};

type Found = Extract<InvoiceReading, { kind: "invoice" }>;
type Row = ProviderInvoice & { client_id: string | null };
type Written = { new: number; changed: number; unmatched: number };

/**
 * Stores a batch in one transaction. A row the database refuses, for whatever it holds, is refused alone: then the
 * batch goes in row by row.
 */
export async function storeInvoices(
  database: Database,
  readings: readonly InvoiceReading[],
): Promise<StoreOutcome> {
  const found = readings.filter((reading) => reading.kind === "invoice");
  const outcome: StoreOutcome = {
    new: 0,
    changed: 0,
    unchanged: 0,
    drafts: readings.filter((reading) => reading.kind === "draft").length,
    unmatched: 0,
    refused: readings
      .filter((reading) => reading.kind === "refused")
      .map(({ invoice, reason }) => ({ invoice, reason })),
  };
  if (found.length === 0) return outcome;
  const store = (part: typeof found) =>
    retryingConflicts(() =>
      database.bypassingPolicies({ reason: "store the provider's invoices" }, async (query) => {
        const match = await loadClientMatcher(query);
        return writeRows(query, part, match);
      }),
    );
  const add = (part: typeof found, written: Written) => {
    outcome.new += written.new;
    outcome.changed += written.changed;
    outcome.unchanged += part.length - written.new - written.changed;
    outcome.unmatched += written.unmatched;
  };
  try {
    add(found, await store(found));
  } catch (cause) {
    if (!isRefusedByTheDatabase(cause)) throw cause;
    for (const reading of found) {
      try {
        add([reading], await store([reading]));
      } catch (single) {
        if (!isRefusedByTheDatabase(single)) throw single;
        const invoice = reading.invoice.invoice_number || reading.invoice.square_invoice_id;
        outcome.refused.push({ invoice, reason: "cannot be stored" });
      }
    }
  }
  return outcome;
}

const COLUMNS = {
  square_invoice_id: "text",
  client_id: "uuid",
  invoice_number: "text",
  description: "text",
  amount: "numeric(12, 2)",
  total_paid_amount: "numeric(12, 2)",
  tip_amount: "numeric(12, 2)",
  status: "text",
  issued_date: "date",
  due_date: "date",
  paid_date: "date",
  paid_date_is_estimate: "boolean",
  service_date: "date",
  next_payment_amount: "numeric(12, 2)",
  next_payment_due_date: "date",
  payment_schedule: "jsonb",
  accepted_payment_methods: "jsonb",
  square_payment_url: "text",
  time_zone: "text",
  square_status: "text",
  square_version: "bigint",
  square_merchant_id: "text",
  square_location_id: "text",
  square_customer_id: "text",
  square_subscription_id: "text",
} satisfies Record<keyof Row, string>;

const NAMES = Object.keys(COLUMNS);
const PROVIDED = NAMES.filter((name) => name !== "client_id" && name !== "square_invoice_id");

// An administrator's assignment stays, and so does the client of an invoice that is linked to that client's project;
// a client once found is not lost because the customer's address has changed.
const CLIENT = `case when stored.client_assigned_manually or stored.project_id is not null
                      or excluded.client_id is null then stored.client_id else excluded.client_id end`;

// An older version never overwrites a newer one, another merchant's row is never touched, and what is equal is not
// written at all.
const UPSERT = `
  insert into public.invoices as stored (${NAMES.join(", ")})
  select ${NAMES.join(", ")}
    from jsonb_to_recordset($1::jsonb) as incoming (${Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(", ")})
   order by square_invoice_id
  on conflict (square_invoice_id) do update
     set client_id = ${CLIENT}, ${PROVIDED.map((name) => `${name} = excluded.${name}`).join(", ")}
   where coalesce(stored.square_version, -1) <= excluded.square_version
     and coalesce(stored.square_merchant_id, excluded.square_merchant_id) = excluded.square_merchant_id
     and (stored.client_id, ${PROVIDED.map((name) => `stored.${name}`).join(", ")})
         is distinct from (${CLIENT}, ${PROVIDED.map((name) => `excluded.${name}`).join(", ")})
  returning stored.xmax = 0 as is_new`;

async function writeRows(query: Query, found: readonly Found[], match: ClientMatcher): Promise<Written> {
  const ids = found.map(({ invoice }) => invoice.square_invoice_id);
  // In the order in which linking locks them, so that the two wait for one another and never in a circle.
  const stored = await query<
    Pick<Row, "square_invoice_id" | "client_id"> & { square_version: string | null }
  >(
    `select square_invoice_id, client_id, square_version from public.invoices
      where square_invoice_id = any($1) order by id for update`,
    [ids],
  );
  const before = new Map(stored.map((row) => [row.square_invoice_id, row]));
  const rows: Row[] = found
    .filter(({ invoice, isComplete }) => {
      const version = before.get(invoice.square_invoice_id)?.square_version ?? null;
      return isComplete || version === null || Number(version) < invoice.square_version;
    })
    .map(({ invoice, payer }) => ({
      ...invoice,
      client_id: match(payer, before.get(invoice.square_invoice_id)?.client_id),
    }));
  const written = await query<{ is_new: boolean }>(UPSERT, [JSON.stringify(rows)]);
  const [counted] = await query<{ unmatched: number }>(
    `select count(*)::integer as unmatched from public.invoices
      where square_invoice_id = any($1) and client_id is null`,
    [ids],
  );
  const isNew = written.filter((row) => row.is_new).length;
  return { new: isNew, changed: written.length - isNew, unmatched: counted?.unmatched ?? 0 };
}
