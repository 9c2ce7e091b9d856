import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Database, Query } from "#server/database/database.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";

/** Moves the invoices and client link of merged customers to the surviving customer. */
export async function applyCustomerMerge(query: Query, from: readonly string[], to: string): Promise<void> {
  await query("update public.invoices set square_customer_id = $2 where square_customer_id = any($1)", [
    from,
    to,
  ]);
  // Only one client can be linked to the remaining customer. If several clients were linked to merged customers, an
  // administrator must decide.
  await query(
    `update public.clients set square_customer_id = $2
      where square_customer_id = any($1)
        and not exists (select from public.clients where square_customer_id = $2)
        and (select count(*) from public.clients where square_customer_id = any($1)) = 1`,
    [from, to],
  );
  // Assign the remaining customer's invoices that were stored without a client before the merge was known.
  const assignedInvoices = await query(
    `update public.invoices as invoice set client_id = client.id
       from public.clients as client
      where client.square_customer_id = $1 and invoice.square_customer_id = $1
        and invoice.client_id is null and not invoice.client_assigned_manually
     returning invoice.id, invoice.client_id`,
    [to],
  );
  await recordSquareAuditEntries(
    query,
    assignedInvoices.map(({ id, client_id }) => ({
      action: "update",
      table: "invoices",
      rowId: id,
      before: { client_id: null },
      after: { client_id },
    })),
  );
}

/** Applies merges whose webhook event was missed, for the customers saved on clients. */
export async function applyMissedMerges(database: Database, account: ProviderAccount): Promise<void> {
  const savedCustomers = await database.bypassPolicies({ reason: "read the saved customers" }, (query) =>
    query("select square_customer_id as id from public.clients where square_customer_id is not null"),
  );
  if (savedCustomers.length === 0) {
    return;
  }
  for (const [from, to] of await account.getMergedCustomers(savedCustomers.map(({ id }) => id))) {
    await database.bypassPolicies({ reason: "apply a customer merge" }, (query) =>
      applyCustomerMerge(query, [from], to),
    );
  }
}
