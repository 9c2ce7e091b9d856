-- The client list can be sorted by overdue amount.

create function public.clients_with_overdue(today date)
  returns table (id uuid, company text, contact_person text, email text, status text, overdue_amount numeric)
  language sql stable
begin atomic
  select listed.id, listed.company, listed.contact_person, listed.email, listed.status,
         coalesce(overdue.amount, 0)::numeric(14, 2)
    from public.client_list as listed
    left join (select invoice.client_id,
                      -- Without a date, only the next payment is overdue.
                      sum(case when aged.bucket = 0 and invoice.next_payment_amount > 0
                               then least(invoice.next_payment_amount, aged.amount)
                               else aged.amount end) as amount
                 -- One bucket for all overdue amounts. Bucket 0 is not overdue.
                 from private.invoice_aging_amounts(today, array[1]) as aged
                 join public.invoices as invoice on invoice.id = aged.invoice_id
                where aged.bucket > 0
                   -- The aging report has no bucket for an overdue invoice without a date.
                   or invoice.status = 'overdue'
                      and private.invoice_overdue_date(
                            invoice.status, invoice.next_payment_due_date, invoice.due_date) is null
                group by invoice.client_id) as overdue on overdue.client_id = listed.id;
end;
comment on function public.clients_with_overdue(date) is
  'The clients with their overdue dollars, to sort and filter the client list. Implements sumOverdue in domain/invoices/due-dates/due-payments.ts, but at most what is owed.';
revoke all on function public.clients_with_overdue(date) from public, anon;
grant execute on function public.clients_with_overdue(date) to authenticated, service_role;
