-- What an owner reads of the firm: how old the open money is, what was billed and paid month by month, and what recurs.
-- Functions of the caller: a client would get its own share.

create function public.invoice_ageing(today date, days_late integer[])
  returns table (bucket integer, invoice_count integer, open_amount numeric)
  language sql stable
  set search_path = ''
as $$
  select width_bucket(coalesce(today - invoice.due_date, 0), days_late) as bucket,
         count(*)::integer,
         sum(greatest(invoice.amount - invoice.total_paid_amount, 0))::numeric(14, 2)
    from public.invoices as invoice
   where invoice.status in ('pending', 'overdue')
   group by 1
$$;
comment on function public.invoice_ageing(date, integer[]) is
  'What is open, in dollars, by how late it is today: bucket n begins at the n-th number of days; bucket 0 before the first.';

create function public.revenue_by_month(first_day date, last_day date)
  returns table (month date, billed numeric, paid numeric)
  language sql stable
  set search_path = ''
as $$
  select part.month, coalesce(sum(part.billed), 0)::numeric(14, 2), coalesce(sum(part.paid), 0)::numeric(14, 2)
    from (select date_trunc('month', invoice.issued_date)::date as month, invoice.amount as billed, null::numeric as paid
            from public.invoices as invoice
           where invoice.status <> 'cancelled' and invoice.issued_date between first_day and last_day
          union all
          select date_trunc('month', invoice.paid_date)::date, null, invoice.amount
            from public.invoices as invoice
           where invoice.status = 'paid' and invoice.paid_date between first_day and last_day) as part
   group by part.month
   order by part.month
$$;
comment on function public.revenue_by_month(date, date) is
  'Billed (by the day of issue, without cancelled invoices) and paid (by the day an invoice was paid whole) in dollars.';

create function public.subscription_totals()
  returns table (subscription_count integer, active_count integer, monthly_revenue numeric, running_count integer,
                 cancelled_count integer)
  language sql stable
  set search_path = ''
as $$
  select count(*)::integer,
         count(*) filter (where subscription.status = 'active')::integer,
         coalesce(sum(tier.monthly_price) filter (where subscription.status = 'active'), 0)::numeric(14, 2),
         -- Running when the last 30 days began: one that was paused then brought nothing that could be lost.
         count(*) filter (where began.status in ('active', 'past_due'))::integer,
         count(*) filter (where began.status in ('active', 'past_due') and subscription.status = 'cancelled')::integer
    from public.client_subscriptions as subscription
    join public.subscription_tiers as tier on tier.id = subscription.tier_id
    left join lateral (select past.status from public.subscription_history as past
                        where past.subscription_id = subscription.id and past.since <= now() - interval '30 days'
                        order by past.since desc, past.id desc
                        limit 1) as began on true
$$;
comment on function public.subscription_totals() is
  'Recurring revenue (dollars a month), and what churn is counted of: running 30 days ago, and of those cancelled now.';

revoke all on function public.invoice_ageing(date, integer[]), public.revenue_by_month(date, date),
  public.subscription_totals() from public, anon;
grant execute on function public.invoice_ageing(date, integer[]), public.revenue_by_month(date, date),
  public.subscription_totals() to authenticated, service_role;
