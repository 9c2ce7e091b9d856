-- Totals, list views for the admin area, and reports. Tests compare them with the rules in domain/.

-- Totals ----------------------------------------------------------------------------------------------------------
-- Totals are stored, because computing them on read would make a list of clients sorted by balance read every invoice.
-- Triggers add differences, so that concurrent writers do not overwrite each other's changes.

create table public.client_totals (
  client_id           uuid primary key references public.clients (id) on delete cascade,
  invoice_count       integer not null default 0,
  outstanding_balance numeric(14, 2) not null default 0,
  last_message_at     timestamptz,
  unread_count        integer not null default 0
);
create index client_totals_balance_idx on public.client_totals (outstanding_balance, client_id);
create index client_totals_message_idx on public.client_totals (last_message_at desc, client_id)
  where last_message_at is not null;

alter table public.client_totals enable row level security;
-- Only triggers write here. Default privileges would let service_role write too.
revoke all on public.client_totals from service_role;
grant select on public.client_totals to authenticated, service_role;

create policy "Clients can read their own totals" on public.client_totals
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read the totals of all clients" on public.client_totals
  for select to authenticated using ((select access.is_admin()));

comment on table public.client_totals is
  'Totals per client: number of invoices, balance due in dollars, time of the newest message, and number of messages the firm has not read.';

create table public.project_totals (
  project_id    uuid primary key references public.projects (id) on delete cascade,
  invoice_count integer not null default 0,
  total_billed  numeric(14, 2) not null default 0,
  total_paid    numeric(14, 2) not null default 0
);

alter table public.project_totals enable row level security;
-- Only triggers write here. Default privileges would let service_role write too.
revoke all on public.project_totals from service_role;
grant select on public.project_totals to authenticated, service_role;

create policy "Clients can read the totals of their own projects" on public.project_totals
  for select to authenticated
  using (project_id in (select project.id from public.projects as project
                         where project.client_id = (select access.current_client_id())));
create policy "Administrators can read the totals of all projects" on public.project_totals
  for select to authenticated using ((select access.is_admin()));

comment on table public.project_totals is
  'Totals per project: number of invoices, and billed and paid amounts in dollars. Excludes cancelled invoices.';

create function private.create_totals() returns trigger
  language plpgsql security definer
  -- `security definer`, because only triggers can write totals.
  set search_path = ''
as $$
begin
  if tg_table_name = 'clients' then
    insert into public.client_totals (client_id) values (new.id);
  else
    insert into public.project_totals (project_id) values (new.id);
  end if;
  return null;
end
$$;

create function private.add_to_client_totals(client uuid, invoices integer, due numeric) returns void
  language sql
  set search_path = ''
as $$
  update public.client_totals
     set invoice_count = invoice_count + invoices, outstanding_balance = outstanding_balance + due
   where client_id = client and (invoices <> 0 or due <> 0)
$$;

create function private.add_to_project_totals(project uuid, invoices integer, billed numeric, paid numeric) returns void
  language sql
  set search_path = ''
as $$
  update public.project_totals
     set invoice_count = invoice_count + invoices, total_billed = total_billed + billed, total_paid = total_paid + paid
   where project_id = project and (invoices <> 0 or billed <> 0 or paid <> 0)
$$;

create function private.recompute_estimated_value(project uuid) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- Lock the project before reading its invoices, so that the sum includes those of a concurrent transaction.
  perform from public.projects where id = project for no key update;
  update public.projects
     set total_estimated_value = linked.amount
    from (select coalesce(sum(invoice.amount), 0) as amount from public.invoices as invoice
           where invoice.project_id = project and invoice.status <> 'cancelled') as linked
   where id = project and total_estimated_value <> linked.amount;
end
$$;
comment on function private.recompute_estimated_value(uuid) is
  'Sets a project''s total_estimated_value to the sum of its linked invoices that are not cancelled.';

create function private.invoice_billed_count(invoice public.invoices) returns integer
  language sql immutable
  set search_path = ''
as $$ select case when invoice.status <> 'cancelled' then 1 else 0 end $$;
comment on function private.invoice_billed_count(public.invoices) is
  '1 if the invoice is billed, 0 if it is cancelled or null.';

create function private.update_invoice_totals() returns trigger
  language plpgsql security definer
  -- `security definer`, because only triggers can write totals.
  set search_path = ''
as $$
declare
  old_invoice public.invoices := case when tg_op <> 'INSERT' then old end;
  new_invoice public.invoices := case when tg_op <> 'DELETE' then new end;
  old_owed numeric := private.invoice_amount_owed(
    old_invoice.status, old_invoice.square_status, old_invoice.amount, old_invoice.total_paid_amount);
  new_owed numeric := private.invoice_amount_owed(
    new_invoice.status, new_invoice.square_status, new_invoice.amount, new_invoice.total_paid_amount);
  old_count integer := private.invoice_billed_count(old_invoice);
  new_count integer := private.invoice_billed_count(new_invoice);
  old_billed numeric := coalesce(old_invoice.amount, 0) * old_count;
  new_billed numeric := coalesce(new_invoice.amount, 0) * new_count;
  old_paid numeric := old_count * coalesce(private.invoice_amount_paid(
    old_invoice.status, old_invoice.amount, old_invoice.total_paid_amount), 0);
  new_paid numeric := new_count * coalesce(private.invoice_amount_paid(
    new_invoice.status, new_invoice.amount, new_invoice.total_paid_amount), 0);
begin
  if old_invoice.client_id is not distinct from new_invoice.client_id then
    perform private.add_to_client_totals(new_invoice.client_id, 0, new_owed - old_owed);
  else
    perform private.add_to_client_totals(old_invoice.client_id, -1, -old_owed);
    perform private.add_to_client_totals(new_invoice.client_id, 1, new_owed);
  end if;
  if old_invoice.project_id is not distinct from new_invoice.project_id then
    perform private.add_to_project_totals(
      new_invoice.project_id, new_count - old_count, new_billed - old_billed, new_paid - old_paid);
  else
    perform private.add_to_project_totals(old_invoice.project_id, -old_count, -old_billed, -old_paid);
    perform private.add_to_project_totals(new_invoice.project_id, new_count, new_billed, new_paid);
  end if;
  if (old_invoice.project_id, old_invoice.amount, old_invoice.status)
     is distinct from (new_invoice.project_id, new_invoice.amount, new_invoice.status) then
    if old_invoice.project_id is distinct from new_invoice.project_id and old_invoice.project_id is not null then
      perform private.recompute_estimated_value(old_invoice.project_id);
    end if;
    if new_invoice.project_id is not null then
      perform private.recompute_estimated_value(new_invoice.project_id);
    end if;
  end if;
  return null;
end
$$;

create function private.update_message_totals() returns trigger
  language plpgsql security definer
  -- `security definer`, because only triggers can write totals.
  set search_path = ''
as $$
declare
  was_unread boolean := tg_op <> 'INSERT' and old.sender_role = 'client' and old.read_by_firm_at is null;
  is_unread boolean := tg_op <> 'DELETE' and new.sender_role = 'client' and new.read_by_firm_at is null;
begin
  update public.client_totals
     set unread_count = unread_count + is_unread::integer - was_unread::integer,
         last_message_at = case tg_op
           when 'INSERT' then greatest(last_message_at, new.created_at)
           when 'DELETE' then (select max(message.created_at) from public.messages as message
                                where message.client_id = old.client_id)
           else last_message_at end
   where client_id = coalesce(new.client_id, old.client_id);
  return null;
end
$$;
revoke all on function private.create_totals(), private.add_to_client_totals(uuid, integer, numeric),
  private.add_to_project_totals(uuid, integer, numeric, numeric), private.recompute_estimated_value(uuid),
  private.invoice_billed_count(public.invoices), private.update_invoice_totals(), private.update_message_totals()
  from public;

create trigger clients_create_totals after insert on public.clients
  for each row execute function private.create_totals();
create trigger projects_create_totals after insert on public.projects
  for each row execute function private.create_totals();
create trigger invoices_update_totals
  after insert or delete or update of client_id, project_id, amount, total_paid_amount, status, square_status
  on public.invoices
  for each row execute function private.update_invoice_totals();
create trigger messages_update_totals after insert or delete or update of read_by_firm_at on public.messages
  for each row execute function private.update_message_totals();

create view public.firm_totals with (security_invoker = true) as
  select (select count(*)::integer from public.clients where status = 'active') as active_clients,
         (select count(*)::integer from public.projects where status in ('in_progress', 'on_hold')) as active_projects,
         ((select coalesce(sum(outstanding_balance), 0) from public.client_totals)
          + (select coalesce(sum(private.invoice_amount_owed(status, square_status, amount, total_paid_amount)), 0)
               from public.invoices where client_id is null))::numeric(14, 2)
         as outstanding_revenue,
         ((select coalesce(sum(invoice_count), 0) from public.client_totals)
          + (select count(*) from public.invoices where client_id is null))::integer as invoice_count,
         (select coalesce(sum(unread_count), 0)::integer from public.client_totals) as unread_count;
grant select on public.firm_totals to authenticated, service_role;
comment on view public.firm_totals is
  'Dashboard figures, number of invoices, and number of unread messages. For a client, they include only its own rows.';

-- Lists -----------------------------------------------------------------------------------------------------------
-- Each list in the admin area reads one flat view, so that every visible column can be searched and sorted.
-- security_invoker: a view shows a caller only the rows that the tables' policies allow. Left joins, even where a row
-- always exists, so that PostgreSQL can skip the joined table when it only counts rows.

create view public.client_list with (security_invoker = true) as
  select client.id, client.company, lower(client.company) as company_order, client.contact_person,
         coalesce(account.email, '') as email, client.status, client.joined_date,
         totals.invoice_count, totals.outstanding_balance
    from public.clients as client
    left join public.client_totals as totals on totals.client_id = client.id
    left join public.users as account on account.id = client.user_id;
comment on view public.client_list is 'Clients with their email address, number of invoices, and balance due in dollars.';

create view public.project_list with (security_invoker = true) as
  select project.id, project.client_id, client.company, lower(client.company) as company_order,
         project.project_name, lower(project.project_name) as project_order, project.status, project.start_date,
         project.target_completion_date, project.total_estimated_value, totals.invoice_count,
         totals.total_billed, totals.total_paid,
         (totals.total_billed - totals.total_paid)::numeric(14, 2) as outstanding
    from public.projects as project
    left join public.clients as client on client.id = project.client_id
    left join public.project_totals as totals on totals.project_id = project.id;
comment on view public.project_list is 'Projects with their client''s company and their totals in dollars.';

create view public.invoice_list with (security_invoker = true) as
  select invoice.id, invoice.client_id, client.company, lower(client.company) as company_order,
         invoice.invoice_number, invoice.description, invoice.status, invoice.issued_date, invoice.due_date,
         invoice.next_payment_due_date,
         private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date) as overdue_date,
         invoice.paid_date, invoice.amount, invoice.total_paid_amount,
         private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
           ::numeric(12, 2) as open_amount,
         invoice.square_invoice_id, invoice.square_status, invoice.square_payment_url, invoice.project_id,
         invoice.client_assigned_manually
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id;
comment on view public.invoice_list is
  'Invoices with the client''s company (null without a client), the amount owed in dollars, and the overdue date.';

create view public.subscription_list with (security_invoker = true) as
  select subscription.id, subscription.client_id, client.company, lower(client.company) as company_order,
         tier.tier_name, tier.monthly_price, subscription.status, subscription.current_period_end,
         subscription.square_subscription_id, subscription.square_status, subscription.starts_on, subscription.ends_on,
         subscription.billed_price, subscription.created_at
    from public.client_subscriptions as subscription
    left join public.clients as client on client.id = subscription.client_id
    left join public.subscription_tiers as tier on tier.id = subscription.tier_id;
comment on view public.subscription_list is 'Subscriptions with their client''s company and their tier.';

create view public.message_threads with (security_invoker = true) as
  select totals.client_id, client.company, client.status, totals.last_message_at, totals.unread_count,
         (select message.body from public.messages as message
           where message.client_id = totals.client_id
           order by message.created_at desc, message.id limit 1) as last_body,
         (select message.sender_role from public.messages as message
           where message.client_id = totals.client_id
           order by message.created_at desc, message.id limit 1) as last_sender_role
    from public.client_totals as totals
    left join public.clients as client on client.id = totals.client_id
   where totals.last_message_at is not null;
comment on view public.message_threads is
  'Clients that have messages, with their newest message and the number of messages the firm has not read.';

grant select on public.client_list, public.project_list, public.invoice_list, public.subscription_list,
   public.message_threads to authenticated, service_role;

-- Reports ---------------------------------------------------------------------------------------------------------
-- These functions run as the caller, so row policies apply and a client's results include only its own rows.

create function public.invoice_aging(today date, days_late integer[])
  returns table (bucket integer, invoice_count integer, open_amount numeric)
  language sql stable
  set search_path = ''
as $$
  -- Count an overdue invoice as at least one day late, because its day may not have ended yet in the reader's time zone.
  select case when invoice.overdue_date is null then 0
              else width_bucket(greatest(today - invoice.overdue_date, 1), days_late) end as bucket,
         count(*)::integer,
         sum(invoice.open_amount)::numeric(14, 2)
    from public.invoice_list as invoice
   where invoice.open_amount > 0
   group by 1
$$;
comment on function public.invoice_aging(date, integer[]) is
  'Amounts owed in dollars, grouped by days overdue. Bucket n starts at element n of days_late. Bucket 0 is not overdue.';

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
  'Dollars billed and paid per month. Billed amounts count in the month of issue and exclude cancelled invoices. Paid invoices count in the month they were paid in full.';

create function public.subscription_totals()
  returns table (subscription_count integer, active_count integer, monthly_revenue numeric, running_count integer,
                 cancelled_count integer)
  language sql stable
  set search_path = ''
as $$
  select count(*)::integer,
         count(*) filter (where subscription.status = 'active')::integer,
         coalesce(sum(tier.monthly_price) filter (where subscription.status = 'active'), 0)::numeric(14, 2),
         -- Count subscriptions that were running 30 days ago. Exclude paused ones, which had no revenue to lose.
         count(*) filter (where earlier.status in ('active', 'past_due'))::integer,
         count(*) filter (where earlier.status in ('active', 'past_due') and subscription.status = 'cancelled')::integer
    from public.client_subscriptions as subscription
    join public.subscription_tiers as tier on tier.id = subscription.tier_id
    left join lateral (select past.status from public.subscription_history as past
                        where past.subscription_id = subscription.id and past.since <= now() - interval '30 days'
                        order by past.since desc, past.id desc
                        limit 1) as earlier on true
$$;
comment on function public.subscription_totals() is
  'Monthly recurring revenue in dollars, and the counts for churn: subscriptions running 30 days ago, and how many of those are now cancelled.';

revoke all on function public.invoice_aging(date, integer[]), public.revenue_by_month(date, date),
  public.subscription_totals() from public, anon;
grant execute on function public.invoice_aging(date, integer[]), public.revenue_by_month(date, date),
  public.subscription_totals() to authenticated, service_role;
