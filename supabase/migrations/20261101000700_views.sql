-- Derived numbers that lists sort and page by. Each is tied to its rule in domain/ by a test.
-- security_invoker: a view shows its caller no row the tables would not.

create view public.project_totals with (security_invoker = true) as
  select project.id as project_id,
         project.client_id,
         count(invoice.id)::integer as invoice_count,
         coalesce(sum(invoice.amount), 0)::numeric(14, 2) as total_billed,
         coalesce(sum(case when invoice.status = 'paid' then invoice.amount
                           else invoice.total_paid_amount end), 0)::numeric(14, 2) as total_paid,
         coalesce(sum(invoice.amount - case when invoice.status = 'paid' then invoice.amount
                                            else invoice.total_paid_amount end), 0)::numeric(14, 2) as outstanding
    from public.projects as project
    left join public.invoices as invoice
           on invoice.project_id = project.id and invoice.status <> 'cancelled'
   group by project.id;
comment on view public.project_totals is 'Invoice count, billed, paid and outstanding of each project, in dollars; cancelled invoices count nowhere.';

create view public.client_balances with (security_invoker = true) as
  select client.id as client_id,
         count(invoice.id)::integer as invoice_count,
         coalesce(sum(greatest(invoice.amount - invoice.total_paid_amount, 0))
                  filter (where invoice.status in ('pending', 'overdue')), 0)::numeric(14, 2) as outstanding_balance
    from public.clients as client
    left join public.invoices as invoice on invoice.client_id = client.id
   group by client.id;
comment on view public.client_balances is 'Balance due (dollars) and number of invoices of each client.';

create view public.firm_totals with (security_invoker = true) as
  select (select count(*)::integer from public.clients where status = 'active') as active_clients,
         (select count(*)::integer from public.projects where status in ('in_progress', 'on_hold')) as active_projects,
         (select coalesce(sum(greatest(amount - total_paid_amount, 0)), 0)::numeric(14, 2)
            from public.invoices where status in ('pending', 'overdue')) as outstanding_revenue;
comment on view public.firm_totals is 'The three figures of the dashboard; to a client, its own share of them.';

grant select on public.project_totals, public.client_balances, public.firm_totals to authenticated, service_role;
