import type { InvoiceMails } from "#domain/background-work.ts";
import type { Query } from "#server/database.ts";

/** Whether clients are mailed about their invoices. */
export async function invoiceMails(query: Query): Promise<InvoiceMails> {
  const [row] = await query<InvoiceMails>(
    `select new_invoices_since is not null as "newInvoices", overdue_since is not null as overdue
       from private.invoice_mails`,
  );
  if (!row) throw new Error("there is no setting for the mails about invoices");
  return row;
}

/** Switches them. What happened while they were off is not told when they are on again. */
export async function switchInvoiceMails(
  query: Query,
  { newInvoices, overdue }: InvoiceMails,
): Promise<void> {
  await query(
    `update private.invoice_mails
        set new_invoices_since = case when $1 then coalesce(new_invoices_since, now()) end,
            overdue_since = case when $2 then coalesce(overdue_since, now()) end
      where (new_invoices_since is not null, overdue_since is not null) is distinct from ($1::boolean, $2::boolean)`,
    [newInvoices, overdue],
  );
}
