-- What lists sort by is kept beside the invoices, not summed up at each look: with 100,000 invoices a list of clients by
-- balance would read them all. Kept by differences, so that two writers at once cannot forget each other's invoice.

create table public.client_figures (
  client_id           uuid primary key references public.clients (id) on delete cascade,
  invoice_count       integer not null default 0,
  outstanding_balance numeric(14, 2) not null default 0,
  last_message_at     timestamptz,
  unread_count        integer not null default 0
);
comment on table public.client_figures is
  'Of each client: number of invoices, balance due (dollars), newest message, messages the firm has not read. Kept by trigger.';
create index client_figures_balance_idx on public.client_figures (outstanding_balance, client_id);
create index client_figures_message_idx on public.client_figures (last_message_at desc, client_id)
  where last_message_at is not null;

create table public.project_figures (
  project_id    uuid primary key references public.projects (id) on delete cascade,
  invoice_count integer not null default 0,
  total_billed  numeric(14, 2) not null default 0,
  total_paid    numeric(14, 2) not null default 0
);
comment on table public.project_figures is
  'Invoice count, billed and paid (dollars) of each project, without cancelled invoices; kept by trigger.';

create function private.open_figures() returns trigger
  language plpgsql security definer
  -- Definer: the figures are nobody's to write but these triggers'.
  set search_path = ''
as $$
begin
  if tg_table_name = 'clients' then
    insert into public.client_figures (client_id) values (new.id);
  else
    insert into public.project_figures (project_id) values (new.id);
  end if;
  return null;
end
$$;
revoke all on function private.open_figures() from public;
create trigger clients_figures after insert on public.clients
  for each row execute function private.open_figures();
create trigger projects_figures after insert on public.projects
  for each row execute function private.open_figures();

create function private.add_to_client(client uuid, invoices integer, due numeric) returns void
  language sql
  set search_path = ''
as $$
  update public.client_figures
     set invoice_count = invoice_count + invoices, outstanding_balance = outstanding_balance + due
   where client_id = client and (invoices <> 0 or due <> 0)
$$;
create function private.add_to_project(project uuid, invoices integer, billed numeric, paid numeric) returns void
  language sql
  set search_path = ''
as $$
  update public.project_figures
     set invoice_count = invoice_count + invoices, total_billed = total_billed + billed, total_paid = total_paid + paid
   where project_id = project and (invoices <> 0 or billed <> 0 or paid <> 0);
  update public.projects set total_estimated_value = total_estimated_value + billed
   where id = project and billed <> 0;
$$;

-- What one invoice counts: nothing when there is none.
create function private.amount_due(invoice public.invoices) returns numeric
  language sql immutable
  set search_path = ''
as $$
  select case when invoice.status in ('pending', 'overdue')
              then greatest(invoice.amount - invoice.total_paid_amount, 0) else 0 end
$$;
create function private.is_billed(invoice public.invoices) returns integer
  language sql immutable
  set search_path = ''
as $$ select case when invoice.status <> 'cancelled' then 1 else 0 end $$;
create function private.amount_paid(invoice public.invoices) returns numeric
  language sql immutable
  set search_path = ''
as $$
  select case invoice.status when 'cancelled' then 0 when 'paid' then invoice.amount else invoice.total_paid_amount end
$$;

create function private.keep_figures() returns trigger
  language plpgsql security definer
  -- Definer: the figures are nobody's to write but these triggers'.
  set search_path = ''
as $$
declare
  was public.invoices := case when tg_op <> 'INSERT' then old end;
  is_now public.invoices := case when tg_op <> 'DELETE' then new end;
begin
  if was.client_id is not distinct from is_now.client_id then
    perform private.add_to_client(is_now.client_id, 0, private.amount_due(is_now) - private.amount_due(was));
  else
    perform private.add_to_client(was.client_id, -1, -private.amount_due(was));
    perform private.add_to_client(is_now.client_id, 1, private.amount_due(is_now));
  end if;
  if was.project_id is not distinct from is_now.project_id then
    perform private.add_to_project(
      is_now.project_id, private.is_billed(is_now) - private.is_billed(was),
      is_now.amount * private.is_billed(is_now) - was.amount * private.is_billed(was),
      private.amount_paid(is_now) - private.amount_paid(was));
  else
    perform private.add_to_project(was.project_id, -private.is_billed(was),
      -was.amount * private.is_billed(was), -private.amount_paid(was));
    perform private.add_to_project(is_now.project_id, private.is_billed(is_now),
      is_now.amount * private.is_billed(is_now), private.amount_paid(is_now));
  end if;
  return null;
end
$$;
revoke all on function private.keep_figures(), private.add_to_client(uuid, integer, numeric),
  private.add_to_project(uuid, integer, numeric, numeric), private.amount_due(public.invoices),
  private.is_billed(public.invoices), private.amount_paid(public.invoices) from public;

create function private.keep_message_figures() returns trigger
  language plpgsql security definer
  -- Definer: the figures are nobody's to write but these triggers'.
  set search_path = ''
as $$
declare
  was_unread boolean := tg_op <> 'INSERT' and old.sender_role = 'client' and old.read_by_firm_at is null;
  is_unread boolean := tg_op <> 'DELETE' and new.sender_role = 'client' and new.read_by_firm_at is null;
begin
  update public.client_figures
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
revoke all on function private.keep_message_figures() from public;
create trigger messages_figures after insert or delete or update of read_by_firm_at on public.messages
  for each row execute function private.keep_message_figures();

drop trigger invoices_project_value on public.invoices;
drop function private.recompute_project_value();
create trigger invoices_figures
  after insert or delete or update of client_id, project_id, amount, total_paid_amount, status on public.invoices
  for each row execute function private.keep_figures();

insert into public.client_figures (client_id, invoice_count, outstanding_balance, last_message_at, unread_count)
  select balance.client_id, balance.invoice_count, balance.outstanding_balance,
         (select max(message.created_at) from public.messages as message where message.client_id = balance.client_id),
         (select count(*) from public.messages as message
           where message.client_id = balance.client_id and message.sender_role = 'client'
             and message.read_by_firm_at is null)
    from public.client_balances as balance;
insert into public.project_figures (project_id, invoice_count, total_billed, total_paid)
  select project_id, invoice_count, total_billed, total_paid from public.project_totals;

alter table public.client_figures enable row level security;
alter table public.project_figures enable row level security;
revoke all on public.client_figures, public.project_figures from service_role;
grant select on public.client_figures, public.project_figures to authenticated, service_role;
-- Serve the client.
create policy "clients read their own figures" on public.client_figures
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients read the figures of their own projects" on public.project_figures
  for select to authenticated
  using (project_id in (select project.id from public.projects as project
                         where project.client_id = (select access.client_id())));
-- Serve the administrator.
create policy "administrators read the figures of every client" on public.client_figures
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read the figures of every project" on public.project_figures
  for select to authenticated using ((select access.is_admin()));

-- The views of the same numbers read them there from now on.
create or replace view public.project_totals with (security_invoker = true) as
  select project.id as project_id, project.client_id, figures.invoice_count, figures.total_billed, figures.total_paid,
         (figures.total_billed - figures.total_paid)::numeric(14, 2) as outstanding
    from public.projects as project
    join public.project_figures as figures on figures.project_id = project.id;
create or replace view public.client_balances with (security_invoker = true) as
  select client_id, invoice_count, outstanding_balance from public.client_figures;

create index invoices_unmatched_idx on public.invoices (due_date desc) where client_id is null;
create or replace view public.firm_totals with (security_invoker = true) as
  select (select count(*)::integer from public.clients where status = 'active') as active_clients,
         (select count(*)::integer from public.projects where status in ('in_progress', 'on_hold')) as active_projects,
         ((select coalesce(sum(outstanding_balance), 0) from public.client_figures)
          + (select coalesce(sum(greatest(amount - total_paid_amount, 0)), 0)
               from public.invoices where client_id is null and status in ('pending', 'overdue')))::numeric(14, 2)
         as outstanding_revenue,
         ((select coalesce(sum(invoice_count), 0) from public.client_figures)
          + (select count(*) from public.invoices where client_id is null))::integer as invoice_count,
         (select coalesce(sum(unread_count), 0)::integer from public.client_figures) as unread_count;
comment on view public.firm_totals is
  'The figures of the dashboard, how many invoices there are and how many messages wait; to a client, its own share.';
