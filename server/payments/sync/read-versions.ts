import type { Query } from "#server/database/database.ts";
import type { InvoiceResult, ObjectVersions } from "#server/payments/payment-provider.ts";

type ReadInvoice = Extract<InvoiceResult, { kind: "invoice" }>;

/** The order of a stored invoice, and the versions of the Square objects it was read from. */
type ReadVersions = { orderId: string | null; versions: ObjectVersions };

/** A stored invoice and the versions of the Square objects it was read from. */
export type StoredRead = {
  id: string;
  version: number;
  orderId: string | null;
  versions: ObjectVersions;
};

/**
 * Compares the versions of an invoice's parts with the stored versions. "mixed" means that some parts are newer and
 * others are older, because they were read at different moments. An unknown version is older than a known one: if Square
 * temporarily does not return a payment or a refund, the stored one must not be lost.
 */
export function compareVersions(
  read: ObjectVersions,
  stored: ObjectVersions,
): "same" | "newer" | "older" | "mixed" {
  // Version 0 means unknown.
  const versions = Object.entries(read);
  const isNewer = versions.some(([id, version]) => version > (stored[id] ?? 0));
  const isOlder = versions.some(([id, version]) => version < (stored[id] ?? 0));
  if (isNewer && isOlder) {
    return "mixed";
  }
  if (isNewer) {
    return "newer";
  }
  return isOlder ? "older" : "same";
}

/** The versions that were stored before a read, by invoice, and the invoices whose versions the read added. */
export type LockedReads = { before: ReadonlyMap<string, ReadVersions>; added: ReadonlySet<string> };

/**
 * Locks and returns the stored versions of invoices, so that concurrent reads of an invoice are stored one at a time. Adds
 * the versions of unknown invoices, so that there is a row to lock. Call `saveReadVersions` after storing the invoices.
 */
export async function lockReadVersions(query: Query, results: readonly ReadInvoice[]): Promise<LockedReads> {
  const ids = results.map(({ invoice }) => invoice.square_invoice_id);
  const select = () =>
    query(
      `select square_invoice_id as id, order_id as "orderId", versions from private.square_invoice_reads
        where square_invoice_id = any($1) order by square_invoice_id for update`,
      [ids],
    );
  const rows = await select();
  if (rows.length === ids.length) {
    return { before: indexReads(rows), added: new Set() };
  }
  const knownIds = new Set(rows.map(({ id }) => id));
  const unknown = results.filter(({ invoice }) => !knownIds.has(invoice.square_invoice_id));
  const addedRows = await query(
    `insert into private.square_invoice_reads (square_invoice_id, order_id, versions)
     select id, order_id, versions
       from jsonb_to_recordset($1::jsonb) as read (id text, order_id text, versions jsonb)
      order by id
     on conflict do nothing
     returning square_invoice_id as id`,
    [
      JSON.stringify(
        unknown.map(({ invoice, orderId, versions }) => ({
          id: invoice.square_invoice_id,
          order_id: orderId,
          versions,
        })),
      ),
    ],
  );
  const added = new Set(addedRows.map(({ id }) => id));
  // Another transaction may have added some of them.
  const isComplete = rows.length + added.size === ids.length;
  const before = (isComplete ? rows : await select()).filter(({ id }) => !added.has(id));
  return { before: indexReads(before), added };
}

function indexReads(rows: readonly (ReadVersions & { id: string })[]): Map<string, ReadVersions> {
  return new Map(rows.map(({ id, ...read }) => [id, read]));
}

/** Whether a read has the same order and the same versions as the stored invoice. */
function isSameRead({ orderId, versions }: ReadInvoice, stored: ReadVersions | undefined): boolean {
  const ids = Object.keys(versions);
  return (
    stored !== undefined &&
    stored.orderId === orderId &&
    Object.keys(stored.versions).length === ids.length &&
    ids.every((id) => stored.versions[id] === versions[id])
  );
}

/**
 * Saves the versions of the Square objects that make up each invoice, unless the stored invoice has a different version.
 * @param newIds the invoices that were inserted, whose versions `lockReadVersions` has added
 */
export async function saveReadVersions(
  query: Query,
  results: readonly ReadInvoice[],
  { before, added }: LockedReads,
  newIds: ReadonlySet<string>,
): Promise<void> {
  const wronglyAdded = [...added].filter((id) => !newIds.has(id));
  if (wronglyAdded.length > 0) {
    await query(
      `update private.square_invoice_reads set order_id = null, versions = '{}' where square_invoice_id = any($1)`,
      [wronglyAdded],
    );
  }
  const rows = results
    .filter(({ invoice }) => !newIds.has(invoice.square_invoice_id) || !added.has(invoice.square_invoice_id))
    .filter((result) => !isSameRead(result, before.get(result.invoice.square_invoice_id)))
    .map(({ invoice, orderId, versions }) => ({
      id: invoice.square_invoice_id,
      version: invoice.square_version,
      merchant_id: invoice.square_merchant_id,
      order_id: orderId,
      versions,
    }));
  if (rows.length === 0) {
    return;
  }
  await query(
    `update private.square_invoice_reads as stored set order_id = read.order_id, versions = read.versions
       from jsonb_to_recordset($1::jsonb)
              as read (id text, version bigint, merchant_id text, order_id text, versions jsonb)
       join public.invoices as invoice
         on invoice.square_invoice_id = read.id and invoice.square_version = read.version
            and invoice.square_merchant_id = read.merchant_id
      where stored.square_invoice_id = read.id
        and (stored.order_id, stored.versions) is distinct from (read.order_id, read.versions)`,
    [JSON.stringify(rows)],
  );
}

const SELECT_STORED_READS = `
  select invoice.square_invoice_id as id, coalesce(invoice.square_version, 0)::float8 as version,
         stored.order_id as "orderId", coalesce(stored.versions, '{}') as versions
    from public.invoices as invoice
    left join private.square_invoice_reads as stored using (square_invoice_id)`;

const LOOKUP_CONDITIONS = {
  invoice: "invoice.square_invoice_id = $1",
  order: "stored.order_id = $1",
  payment: "stored.versions ? $1",
} as const;

/** Finds a stored invoice by its id, its order, or one of its payments. */
export async function findStoredRead(
  query: Query,
  by: keyof typeof LOOKUP_CONDITIONS,
  id: string,
): Promise<StoredRead | null> {
  const [row] = await query(
    `${SELECT_STORED_READS} where invoice.square_invoice_id is not null and ${LOOKUP_CONDITIONS[by]} limit 1`,
    [id],
  );
  return row ?? null;
}
