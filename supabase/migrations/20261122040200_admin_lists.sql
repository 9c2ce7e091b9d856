-- The administrator's lists, each as one flat view: what a list shows, it can search, sort and page by.
-- security_invoker: a view shows its caller no row the tables would not. Left joins, also where there is always a row:
-- where only rows are counted, PostgreSQL leaves such a table alone.

create view public.client_list with (security_invoker = true) as
  select client.id, client.company, lower(client.company) as company_order, client.contact_person,
         coalesce(account.email, '') as email, client.status, client.joined_date,
         figures.invoice_count, figures.outstanding_balance
    from public.clients as client
    left join public.client_figures as figures on figures.client_id = client.id
    left join public.users as account on account.id = client.user_id;
comment on view public.client_list is 'Clients with their e-mail address, number of invoices and balance due in dollars.';
drop index public.clients_company_idx;
create index clients_company_idx on public.clients (lower(company), id);

create view public.project_list with (security_invoker = true) as
  select project.id, project.client_id, client.company, lower(client.company) as company_order,
         project.project_name, lower(project.project_name) as project_order, project.status, project.start_date,
         project.target_completion_date, project.total_estimated_value, figures.invoice_count,
         figures.total_billed, figures.total_paid,
         (figures.total_billed - figures.total_paid)::numeric(14, 2) as outstanding
    from public.projects as project
    left join public.clients as client on client.id = project.client_id
    left join public.project_figures as figures on figures.project_id = project.id;
comment on view public.project_list is 'Projects with their client''s company and their sums in dollars.';

create view public.invoice_list with (security_invoker = true) as
  select invoice.id, invoice.client_id, client.company, lower(client.company) as company_order,
         invoice.invoice_number, invoice.description, invoice.status, invoice.issued_date, invoice.due_date,
         invoice.paid_date, invoice.amount, invoice.total_paid_amount,
         (case when invoice.status in ('pending', 'overdue')
               then greatest(invoice.amount - invoice.total_paid_amount, 0) else 0 end)::numeric(12, 2) as open_amount,
         invoice.square_invoice_id, invoice.square_payment_url, invoice.project_id, invoice.client_assigned_manually
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id;
comment on view public.invoice_list is 'Invoices with their client''s company, where they have one, and what is left to pay in dollars.';
create index invoices_due_idx on public.invoices (due_date desc nulls last, id);
create index projects_list_idx on public.projects (status, target_completion_date, id);
drop index public.projects_status_idx;
create index invoices_amount_idx on public.invoices (amount desc nulls last, id);
-- What is open is a small part of all invoices; ageing sums it up by its days.
create index invoices_open_idx on public.invoices (due_date) include (amount, total_paid_amount)
  where status in ('pending', 'overdue');
create index invoices_issued_idx on public.invoices (issued_date) include (amount) where status <> 'cancelled';
create index invoices_paid_idx on public.invoices (paid_date) include (amount) where status = 'paid';

create view public.subscription_list with (security_invoker = true) as
  select subscription.id, subscription.client_id, client.company, lower(client.company) as company_order,
         tier.tier_name, tier.monthly_price, subscription.status, subscription.current_period_end,
         subscription.square_subscription_id, subscription.square_status, subscription.starts_on, subscription.ends_on,
         subscription.billed_price, subscription.created_at
    from public.client_subscriptions as subscription
    left join public.clients as client on client.id = subscription.client_id
    left join public.subscription_tiers as tier on tier.id = subscription.tier_id;
comment on view public.subscription_list is 'Subscriptions with their client''s company and their tier.';
create index client_subscriptions_created_idx on public.client_subscriptions (created_at desc, id);

create view public.message_threads with (security_invoker = true) as
  select figures.client_id, client.company, client.status, figures.last_message_at, figures.unread_count,
         (select message.body from public.messages as message
           where message.client_id = figures.client_id
           order by message.created_at desc, message.id limit 1) as last_body,
         (select message.sender_role from public.messages as message
           where message.client_id = figures.client_id
           order by message.created_at desc, message.id limit 1) as last_sender_role
    from public.client_figures as figures
    left join public.clients as client on client.id = figures.client_id
   where figures.last_message_at is not null;
comment on view public.message_threads is 'Each client that has messages: the newest of them, and how many the firm has not read.';

grant select on public.client_list, public.project_list, public.invoice_list, public.subscription_list,
   public.message_threads to authenticated, service_role;
