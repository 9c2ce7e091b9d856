-- Aging by payment: of an overdue invoice, only the payments that are late are overdue. The rest is not due yet.

-- Set-based instead of one call per invoice, because the aging report reads every invoice with an amount owed. PostgreSQL
-- resolves the names in these bodies when it creates the functions, because callers cannot use the schema private.
create function private.invoice_aging_amounts(today date, days_late integer[])
  returns table (invoice_id uuid, bucket integer, amount numeric)
  language sql stable
begin atomic
  with owed as (
    select invoice.id, invoice.payment_schedule, owing.amount,
           private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date) as overdue_date,
           case when invoice.next_payment_amount > 0 then invoice.next_payment_amount else owing.amount end as next_amount
      from public.invoices as invoice,
           lateral (select private.invoice_amount_owed(
                             invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
                           ::numeric(12, 2) as amount) as owing
     where private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
           ::numeric(12, 2) > 0
  ),
  -- The payments of overdue invoices that are not fully paid. total is the sum of all payments up to this one.
  part as (
    select owed.id, entry.due_date, entry.amount,
           sum(entry.amount) over (partition by owed.id order by entry.due_date nulls last, entry.position) as total
      from owed,
           lateral (select element.position, (element.entry ->> 'due_date')::date as due_date,
                           ((element.entry #>> '{computed_amount_money,amount}')::numeric
                            - coalesce((element.entry #>> '{total_completed_amount_money,amount}')::numeric, 0)) / 100
                             as amount
                      from jsonb_array_elements(owed.payment_schedule) with ordinality as element (entry, position)
                   ) as entry
     where owed.overdue_date is not null and entry.amount > 0
  ),
  -- Square's next payment is the sum of the first payments. Otherwise, the schedule does not explain what is due.
  explained as (
    select part.id from part join owed using (id) group by part.id, owed.next_amount
    having bool_or(part.total = owed.next_amount)
  ),
  late as (
    select part.id, part.due_date, part.amount,
           sum(part.amount) over (partition by part.id order by part.total) - part.amount as earlier
      from explained
      join part using (id)
      join owed using (id)
     where part.due_date <= owed.overdue_date or part.due_date < today
  ),
  overdue as (
    select late.id, late.due_date, least(late.amount, owed.amount - late.earlier) as amount
      from late join owed using (id)
     where owed.amount > late.earlier
    union all
    select owed.id, owed.overdue_date, least(owed.next_amount, owed.amount)
      from owed
     where owed.overdue_date is not null and not exists (select from late where late.id = owed.id)
  )
  -- Count an overdue payment as at least one day late, because its day may not have ended yet in the reader's time zone.
  select overdue.id, width_bucket(greatest(today - overdue.due_date, 1), days_late), sum(overdue.amount)
    from overdue group by 1, 2
  union all
  select owed.id, 0, owed.amount - coalesce(sum(overdue.amount), 0)
    from owed left join overdue using (id)
   group by owed.id, owed.amount
  having owed.amount > coalesce(sum(overdue.amount), 0);
end;
comment on function private.invoice_aging_amounts(date, integer[]) is
  'What is owed of each invoice in dollars, by how late each of its payments is. Implements agedAmounts in domain/invoices/reports/invoice-aging.ts. Bucket n starts at element n of days_late. Bucket 0 is not overdue.';
revoke all on function private.invoice_aging_amounts(date, integer[]) from public;
-- The functions below call it as the caller, so that row policies apply.
grant execute on function private.invoice_aging_amounts(date, integer[]) to authenticated, service_role;

create or replace function public.invoice_aging(today date, days_late integer[])
  returns table (bucket integer, invoice_count integer, open_amount numeric)
  language sql stable
begin atomic
  select aged.bucket, count(*)::integer, sum(aged.amount)::numeric(14, 2)
    from private.invoice_aging_amounts(today, days_late) as aged
   group by aged.bucket;
end;
comment on function public.invoice_aging(date, integer[]) is
  'Amounts owed in dollars, grouped by days overdue, and the number of invoices with such an amount. An invoice with several payments can be in several buckets. Bucket n starts at element n of days_late. Bucket 0 is not overdue.';

-- The schedule, from which screens compute how much of an invoice is overdue.
create or replace view public.invoice_list with (security_invoker = true) as
  select invoice.id, invoice.client_id, client.company, lower(client.company) as company_order,
         invoice.invoice_number, invoice.description, invoice.status, invoice.issued_date, invoice.due_date,
         invoice.next_payment_due_date,
         private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date) as overdue_date,
         invoice.paid_date, invoice.amount, invoice.total_paid_amount,
         private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
           ::numeric(12, 2) as open_amount,
         invoice.square_invoice_id, invoice.square_status, invoice.square_payment_url, invoice.project_id,
         invoice.client_assigned_manually, invoice.refunded_amount, invoice.pending_refund_amount,
         invoice.is_processing, invoice.is_scheduled,
         private.invoice_urgency_order(invoice.status, invoice.next_payment_due_date, invoice.due_date) as urgency_order,
         invoice.next_payment_amount, invoice.payment_schedule
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id;

create function public.invoices_in_aging_bucket(today date, days_late integer[], aging_bucket integer)
  returns setof public.invoice_list
  language sql stable
begin atomic
  select listed.*
    from public.invoice_list as listed
   where listed.id in (select aged.invoice_id from private.invoice_aging_amounts(today, days_late) as aged
                        where aged.bucket = aging_bucket);
end;
comment on function public.invoices_in_aging_bucket(date, integer[], integer) is
  'The invoices that invoice_aging counts in a bucket.';
revoke all on function public.invoices_in_aging_bucket(date, integer[], integer) from public, anon;
grant execute on function public.invoices_in_aging_bucket(date, integer[], integer) to authenticated, service_role;
