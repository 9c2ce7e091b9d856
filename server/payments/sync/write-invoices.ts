import { z } from "zod";
import type { UnmatchedInvoice } from "#domain/square/sync-report.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import type { InvoiceResult, ObjectVersions, ProviderInvoice } from "#server/payments/payment-provider.ts";
import { type ClientMatcher, getUnmatchedReason } from "#server/payments/sync/match-client.ts";
import { compareVersions, lockReadVersions, saveReadVersions } from "#server/payments/sync/read-versions.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";
import { savePayers } from "#server/payments/sync/save-payers.ts";
import { writePayments } from "#server/payments/sync/write-payments.ts";

export type ImportableInvoice = Extract<InvoiceResult, { kind: "invoice" }>;
/**
 * Result of writing invoices in one transaction. `unmatched` invoices are stored without a client. `conflicts` contains
 * the ids of invoices that were not stored, because some of their parts are newer and others are older than the stored
 * parts.
 */
export type WriteResult = {
  new: number;
  changed: number;
  unmatched: UnmatchedInvoice[];
  conflicts: string[];
};

type InvoiceRow = ProviderInvoice & { client_id: string | null };
type StoredInvoiceRow = {
  square_invoice_id: string;
  client_id: string | null;
  square_version: string | null;
};
type UpsertedRow = z.infer<typeof UpsertedRow>;

const UpsertedRow = z.object({
  id: z.string(),
  square_invoice_id: z.string(),
  client_id: z.string().nullable(),
  is_new: z.boolean(),
});

const COLUMNS = {
  square_invoice_id: "text",
  client_id: "uuid",
  invoice_number: "text",
  description: "text",
  amount: "numeric(12, 2)",
  total_paid_amount: "numeric(12, 2)",
  refunded_amount: "numeric(12, 2)",
  pending_refund_amount: "numeric(12, 2)",
  processing_amount: "numeric(12, 2)",
  line_items: "jsonb",
  discount_amount: "numeric(12, 2)",
  tax_amount: "numeric(12, 2)",
  service_charge_amount: "numeric(12, 2)",
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
} satisfies Record<keyof InvoiceRow, string>;

const COLUMN_NAMES = Object.keys(COLUMNS);
const KEY_COLUMN = "square_invoice_id";

// Prefer a date from an event over an estimate from the invoice.
const keepKnownDate = (date: "issued_date" | "paid_date", column: string) =>
  `case when excluded.${date}_is_estimate and excluded.${date} is not null
              and stored.${date} is not null and not stored.${date}_is_estimate
        then stored.${column} else excluded.${column} end`;

// When an invoice is cancelled, Square replaces the lines of a partially paid order with one custom amount.
const keepBeforeCancellation = (column: string) =>
  `case when excluded.status = 'cancelled' and stored.line_items <> '[]'
        then stored.${column} else excluded.${column} end`;

/** Update rules for columns that do not always take Square's value. */
const COLUMN_RULES: Record<string, string> = {
  // Keep a client assigned by an administrator, and the client of an invoice that is linked to a project. Keep a
  // matched client when the customer's email address changes.
  client_id: `case when stored.client_assigned_manually or stored.project_id is not null
                     or excluded.client_id is null then stored.client_id else excluded.client_id end`,
  issued_date: keepKnownDate("issued_date", "issued_date"),
  issued_date_is_estimate: keepKnownDate("issued_date", "issued_date_is_estimate"),
  paid_date: keepKnownDate("paid_date", "paid_date"),
  paid_date_is_estimate: keepKnownDate("paid_date", "paid_date_is_estimate"),
  // Without a title, the description consists of the names of the line items.
  description: `case when excluded.status = 'cancelled' and excluded.description = ''
                     then stored.description else excluded.description end`,
  line_items: keepBeforeCancellation("line_items"),
  discount_amount: keepBeforeCancellation("discount_amount"),
  tax_amount: keepBeforeCancellation("tax_amount"),
  service_charge_amount: keepBeforeCancellation("service_charge_amount"),
};

const COLUMN_UPDATES = COLUMN_NAMES.filter((name) => name !== KEY_COLUMN).map((name) => ({
  name,
  value: COLUMN_RULES[name] ?? `excluded.${name}`,
}));

// Clear a failed charge after a later payment, and when the invoice is paid or cancelled.
const CHARGE_FAILED_AT_RULE = `case when excluded.total_paid_amount > stored.total_paid_amount
                              or excluded.status in ('paid', 'cancelled') then null
                            else stored.square_charge_failed_at end`;

// An older version never overwrites a newer one, rows of another merchant never change, and unchanged rows are not
// written.
const UPSERT_INVOICES = `
  insert into public.invoices as stored (${COLUMN_NAMES.join(", ")})
  select ${COLUMN_NAMES.join(", ")}
    from jsonb_to_recordset($1::jsonb) as incoming (${Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(", ")})
   order by square_invoice_id
  on conflict (square_invoice_id) do update
     set ${COLUMN_UPDATES.map(({ name, value }) => `${name} = ${value}`).join(", ")},
         square_charge_failed_at = ${CHARGE_FAILED_AT_RULE}
   where coalesce(stored.square_version, -1) <= excluded.square_version
     and coalesce(stored.square_merchant_id, excluded.square_merchant_id) = excluded.square_merchant_id
     and (${COLUMN_UPDATES.map(({ name }) => `stored.${name}`).join(", ")})
         is distinct from (${COLUMN_UPDATES.map(({ value }) => value).join(", ")})
  returning id, square_invoice_id, client_id, stored.xmax = 0 as is_new`;

/** Writes changed invoices in the caller's transaction, and records client changes in the audit log. */
export async function writeInvoices(
  query: Query,
  invoices: readonly ImportableInvoice[],
  match: ClientMatcher,
): Promise<WriteResult> {
  const ids = invoices.map(({ invoice }) => invoice.square_invoice_id);
  const reads = await lockReadVersions(query, invoices);
  // Lock rows in the same order as when invoices are linked, to avoid deadlocks.
  const stored = await query(
    `select square_invoice_id, client_id, square_version from public.invoices
      where square_invoice_id = any($1) order by id for update`,
    [ids],
  );
  const storedById = new Map(stored.map((row) => [row.square_invoice_id, row]));
  const subscribers = await readSubscribers(query, invoices);
  const matched = invoices.map((result) => {
    const current = storedById.get(result.invoice.square_invoice_id);
    const subscriber = subscribers.get(result.invoice.square_subscription_id ?? "");
    return { ...result, current, match: match(result.payer, current?.client_id ?? subscriber) };
  });
  await saveCustomers(query, matched);
  const compared = matched.map((result) => ({
    ...result,
    age: compareToStored(
      result,
      result.current,
      reads.before.get(result.invoice.square_invoice_id)?.versions,
    ),
  }));
  const accepted = compared
    .filter(({ age }) => age === "same" || age === "newer")
    .filter(({ invoice, isComplete, current }) => {
      const version = current?.square_version ?? null;
      return isComplete || version === null || Number(version) < invoice.square_version;
    });
  const rows: InvoiceRow[] = accepted.map(({ invoice, match: { clientId } }) => ({
    ...invoice,
    client_id: clientId,
  }));
  const writtenRows = z
    .array(UpsertedRow)
    .parse(await query.dynamic(UPSERT_INVOICES, [JSON.stringify(rows)]));
  await savePayers(
    query,
    accepted
      .filter(({ match }) => match.clientId === null)
      .map(({ invoice, payer }) => ({ squareInvoiceId: invoice.square_invoice_id, payer })),
  );
  const changedByPayments = await writePayments(query, accepted);
  const newIds = new Set(writtenRows.filter((row) => row.is_new).map((row) => row.square_invoice_id));
  await saveReadVersions(query, accepted, reads, newIds);
  await auditClientChanges(query, storedById, writtenRows);
  const writtenIds = new Set([...writtenRows.map((row) => row.square_invoice_id), ...changedByPayments]);
  return {
    new: newIds.size,
    changed: writtenIds.size - newIds.size,
    unmatched: listUnmatched(invoices, storedById, writtenRows),
    conflicts: compared.filter(({ age }) => age === "mixed").map(({ invoice }) => invoice.square_invoice_id),
  };
}

/** The client of each subscription. An administrator can link one that was paid with an unknown email address. */
async function readSubscribers(query: Query, invoices: readonly ImportableInvoice[]) {
  const ids = invoices.map(({ invoice }) => invoice.square_subscription_id).filter((id) => id !== null);
  if (ids.length === 0) {
    return new Map<string | null, string>();
  }
  const subscriptions = await query(
    "select square_subscription_id, client_id from public.client_subscriptions where square_subscription_id = any($1)",
    [ids],
  );
  return new Map(subscriptions.map((row) => [row.square_subscription_id, row.client_id]));
}

function compareToStored(
  { invoice, versions }: ImportableInvoice,
  stored: StoredInvoiceRow | undefined,
  storedVersions: ObjectVersions | undefined,
) {
  // Compare the invoice's own version along with the versions of its parts.
  const id = invoice.square_invoice_id;
  return compareVersions(
    { ...versions, [id]: invoice.square_version },
    { ...storedVersions, [id]: Number(stored?.square_version ?? 0) },
  );
}

async function auditClientChanges(
  query: Query,
  before: ReadonlyMap<string, StoredInvoiceRow>,
  written: readonly UpsertedRow[],
): Promise<void> {
  const reassignedRows = written.filter(
    (row) => !row.is_new && (before.get(row.square_invoice_id)?.client_id ?? null) !== row.client_id,
  );
  await recordSquareAuditEntries(
    query,
    reassignedRows.map((row) => ({
      action: "update",
      table: "invoices",
      rowId: row.id,
      before: { client_id: before.get(row.square_invoice_id)?.client_id ?? null },
      after: { client_id: row.client_id },
    })),
  );
}

/** Lists the stored invoices that have no client. */
function listUnmatched(
  invoices: readonly ImportableInvoice[],
  before: ReadonlyMap<string, StoredInvoiceRow>,
  written: readonly UpsertedRow[],
): WriteResult["unmatched"] {
  const stored = new Map<string, { client_id: string | null }>([
    ...before,
    ...written.map((row) => [row.square_invoice_id, row] as const),
  ]);
  return invoices
    .filter(({ invoice }) => stored.get(invoice.square_invoice_id)?.client_id === null)
    .map(({ invoice, payer }) => ({
      invoice: invoice.invoice_number || invoice.square_invoice_id,
      reason: getUnmatchedReason(payer),
      squareInvoiceId: invoice.square_invoice_id,
    }));
}
