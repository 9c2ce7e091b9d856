import type { InvoiceEmailSettings } from "#domain/jobs/job-status.ts";
import type { Query } from "#server/database/database.ts";

export async function getInvoiceEmailSettings(query: Query): Promise<InvoiceEmailSettings> {
  const [row] = await query(
    `select new_invoices_since is not null as "newInvoices", overdue_since is not null as overdue
       from public.email_settings`,
  );
  if (!row) {
    throw new Error("the invoice email settings are missing");
  }
  return row;
}

/** Turns invoice emails on or off. Invoices from periods when they were off are not announced later. */
export async function updateInvoiceEmailSettings(
  query: Query,
  { newInvoices, overdue }: InvoiceEmailSettings,
): Promise<void> {
  await query(
    `update endpoints.email_settings
        set new_invoices_since = case when $1 then coalesce(new_invoices_since, now()) end,
            overdue_since = case when $2 then coalesce(overdue_since, now()) end
      where (new_invoices_since is not null, overdue_since is not null) is distinct from ($1::boolean, $2::boolean)`,
    [newInvoices, overdue],
  );
}
