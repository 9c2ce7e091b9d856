import { recordSquareActs } from "#server/audit.ts";
import type { Database, Query } from "#server/database.ts";
import type { ProviderAccount } from "#server/payments/provider.ts";

/** Moves invoices and client from customers that were merged to the one that lives on. */
export async function followMerge(query: Query, from: readonly string[], to: string): Promise<void> {
  await query("update public.invoices set square_customer_id = $2 where square_customer_id = any($1)", [
    from,
    to,
  ]);
  // Only one client can be the merged customer: where two were, an administrator decides.
  await query(
    `update public.clients set square_customer_id = $2
      where square_customer_id = any($1)
        and not exists (select from public.clients where square_customer_id = $2)
        and (select count(*) from public.clients where square_customer_id = any($1)) = 1`,
    [from, to],
  );
  // Invoices of the merged customer that were read before this merge was heard of, and found nobody.
  const assigned = await query<{ id: string; client_id: string }>(
    `update public.invoices as invoice set client_id = client.id
       from public.clients as client
      where client.square_customer_id = $1 and invoice.square_customer_id = $1
        and invoice.client_id is null and not invoice.client_assigned_manually
     returning invoice.id, invoice.client_id`,
    [to],
  );
  await recordSquareActs(
    query,
    assigned.map(({ id, client_id }) => ({
      action: "update",
      table: "invoices",
      rowId: id,
      before: { client_id: null },
      after: { client_id },
    })),
  );
}

/** The same for merges nobody told of: a client's saved customer may have become another one meanwhile. */
export async function followUntoldMerges(database: Database, account: ProviderAccount): Promise<void> {
  const saved = await database.bypassingPolicies({ reason: "read the saved customers" }, (query) =>
    query<{ id: string }>(
      "select square_customer_id as id from public.clients where square_customer_id is not null",
    ),
  );
  if (saved.length === 0) return;
  for (const [from, to] of await account.mergedCustomers(saved.map(({ id }) => id)))
    await database.bypassingPolicies({ reason: "follow a merge of customers" }, (query) =>
      followMerge(query, [from], to),
    );
}
