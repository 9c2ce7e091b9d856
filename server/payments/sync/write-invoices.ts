import { recordSquareActs } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import type { InvoiceReading, ProviderInvoice } from "#server/payments/provider.ts";
import { type ClientMatcher, whyUnmatched } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";

export type FoundInvoice = Extract<InvoiceReading, { kind: "invoice" }>;
/** What became of the invoices of one transaction. `unmatched` are stored without a client. */
export type Written = { new: number; changed: number; unmatched: { invoice: string; reason: string }[] };

type Row = ProviderInvoice & { client_id: string | null };
type Stored = { square_invoice_id: string; client_id: string | null; square_version: string | null };
type WrittenRow = { id: string; square_invoice_id: string; client_id: string | null; is_new: boolean };

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
  issued_date_is_estimate: "boolean",
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
const KEPT = "square_invoice_id";

// A day that an event told is better than one guessed from the invoice.
const unlessGuessed = (date: "issued_date" | "paid_date", column: string) =>
  `case when excluded.${date}_is_estimate and excluded.${date} is not null
              and stored.${date} is not null and not stored.${date}_is_estimate
        then stored.${column} else excluded.${column} end`;

/** What is written where it is not simply what Square says. */
const DECIDED: Record<string, string> = {
  // An administrator's assignment stays, and so does the client of an invoice that is linked to that client's project;
  // a client once found is not lost because the customer's address has changed.
  client_id: `case when stored.client_assigned_manually or stored.project_id is not null
                     or excluded.client_id is null then stored.client_id else excluded.client_id end`,
  issued_date: unlessGuessed("issued_date", "issued_date"),
  issued_date_is_estimate: unlessGuessed("issued_date", "issued_date_is_estimate"),
  paid_date: unlessGuessed("paid_date", "paid_date"),
  paid_date_is_estimate: unlessGuessed("paid_date", "paid_date_is_estimate"),
};

const CHANGES = NAMES.filter((name) => name !== KEPT).map((name) => ({
  name,
  value: DECIDED[name] ?? `excluded.${name}`,
}));

// A payment, or an end, makes up for a charge that failed.
const CHARGE_FAILED = `case when excluded.total_paid_amount > stored.total_paid_amount
                              or excluded.status in ('paid', 'cancelled') then null
                            else stored.square_charge_failed_at end`;

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
     set ${CHANGES.map(({ name, value }) => `${name} = ${value}`).join(", ")},
         square_charge_failed_at = ${CHARGE_FAILED}
   where coalesce(stored.square_version, -1) <= excluded.square_version
     and coalesce(stored.square_merchant_id, excluded.square_merchant_id) = excluded.square_merchant_id
     and (${CHANGES.map(({ name }) => `stored.${name}`).join(", ")})
         is distinct from (${CHANGES.map(({ value }) => value).join(", ")})
  returning id, square_invoice_id, client_id, stored.xmax = 0 as is_new`;

/** Writes what differs, in the caller's transaction. A change of an invoice's client is filed in the audit log. */
export async function writeInvoices(
  query: Query,
  found: readonly FoundInvoice[],
  match: ClientMatcher,
): Promise<Written> {
  const ids = found.map(({ invoice }) => invoice.square_invoice_id);
  // In the order in which linking locks them, so that the two wait for one another and never in a circle.
  const stored = await query<Stored>(
    `select square_invoice_id, client_id, square_version from public.invoices
      where square_invoice_id = any($1) order by id for update`,
    [ids],
  );
  const before = new Map(stored.map((row) => [row.square_invoice_id, row]));
  const matched = found.map((reading) => {
    const known = before.get(reading.invoice.square_invoice_id);
    return { ...reading, known, match: match(reading.payer, known?.client_id) };
  });
  await saveCustomers(query, matched);
  const rows: Row[] = matched
    .filter(({ invoice, isComplete, known }) => {
      const version = known?.square_version ?? null;
      return isComplete || version === null || Number(version) < invoice.square_version;
    })
    .map(({ invoice, match: { clientId } }) => ({ ...invoice, client_id: clientId }));
  const written = await query<WrittenRow>(UPSERT, [JSON.stringify(rows)]);
  await fileMoves(query, before, written);
  const isNew = written.filter((row) => row.is_new).length;
  return { new: isNew, changed: written.length - isNew, unmatched: await unmatchedOf(query, found, ids) };
}

async function fileMoves(
  query: Query,
  before: ReadonlyMap<string, Stored>,
  written: readonly WrittenRow[],
): Promise<void> {
  const moved = written.filter(
    (row) => !row.is_new && (before.get(row.square_invoice_id)?.client_id ?? null) !== row.client_id,
  );
  await recordSquareActs(
    query,
    moved.map((row) => ({
      action: "update",
      table: "invoices",
      rowId: row.id,
      before: { client_id: before.get(row.square_invoice_id)?.client_id ?? null },
      after: { client_id: row.client_id },
    })),
  );
}

async function unmatchedOf(
  query: Query,
  found: readonly FoundInvoice[],
  ids: readonly string[],
): Promise<Written["unmatched"]> {
  const without = await query<{ square_invoice_id: string }>(
    "select square_invoice_id from public.invoices where square_invoice_id = any($1) and client_id is null",
    [ids],
  );
  const unmatched = new Set(without.map((row) => row.square_invoice_id));
  return found
    .filter(({ invoice }) => unmatched.has(invoice.square_invoice_id))
    .map(({ invoice, payer }) => ({
      invoice: invoice.invoice_number || invoice.square_invoice_id,
      reason: whyUnmatched(payer),
    }));
}
