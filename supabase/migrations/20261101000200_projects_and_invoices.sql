-- Projects, the invoices linked to them, and the sums both imply.

create table public.projects (
  id                     uuid primary key default gen_random_uuid(),
  client_id              uuid not null references public.clients (id) on delete restrict,
  project_name           text not null check (length(btrim(project_name)) between 1 and 200),
  description            text not null default '' check (length(description) <= 5000),
  status                 text not null default 'open'
                         check (status in ('open', 'in_progress', 'on_hold', 'completed', 'frozen', 'cancelled')),
  start_date             date not null default current_date,
  target_completion_date date,
  notes                  text not null default '' check (length(notes) <= 5000),
  total_estimated_value  numeric(14, 2) not null default 0 check (total_estimated_value >= 0),
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  -- What the invoices' composite key points at.
  unique (id, client_id)
);
comment on table public.projects is 'Work for one client. Any status may follow any other (specification section 4).';
comment on column public.projects.total_estimated_value is
  'Dollars; kept by trigger as the sum of the linked invoices that are not cancelled.';
comment on column public.projects.notes is 'For the firm; the client''s screens do not select it.';
create index projects_client_idx on public.projects (client_id, target_completion_date desc);
create index projects_status_idx on public.projects (status, target_completion_date);
create trigger projects_updated_at before update on public.projects
  for each row execute function access.touch_updated_at();

create function access.is_payment_address(address text) returns boolean
  language sql immutable
  set search_path = ''
as $$
  -- Hosts are checked by the server, which knows its mode; here the scheme: nothing a browser would run.
  select address ~ '^https://[^\s@/]+(/\S*)?$' or address ~ '^http://(localhost|127\.0\.0\.1)(:\d+)?/\S*$'
$$;
revoke all on function access.is_payment_address(text) from public;
grant execute on function access.is_payment_address(text) to authenticated, service_role;

create table public.invoices (
  id                       uuid primary key default gen_random_uuid(),
  client_id                uuid references public.clients (id) on delete restrict,
  project_id               uuid,
  square_invoice_id        text unique,
  invoice_number           text not null default '',
  description              text not null default '',
  amount                   numeric(12, 2) not null check (amount >= 0),
  total_paid_amount        numeric(12, 2) not null default 0 check (total_paid_amount >= 0),
  tip_amount               numeric(12, 2) not null default 0 check (tip_amount >= 0),
  status                   text not null check (status in ('paid', 'pending', 'overdue', 'cancelled')),
  issued_date              date,
  due_date                 date,
  paid_date                date,
  paid_date_is_estimate    boolean not null default false,
  service_date             date,
  next_payment_amount      numeric(12, 2) check (next_payment_amount >= 0),
  next_payment_due_date    date,
  payment_schedule         jsonb not null default '[]' check (jsonb_typeof(payment_schedule) = 'array'),
  accepted_payment_methods jsonb not null default '{}' check (jsonb_typeof(accepted_payment_methods) = 'object'),
  square_payment_url       text check (access.is_payment_address(square_payment_url)),
  time_zone                text not null default 'UTC',
  client_assigned_manually boolean not null default false,
  square_status            text,
  square_version           bigint,
  square_merchant_id       text,
  square_location_id       text,
  square_customer_id       text,
  square_subscription_id   text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  -- A project's invoice has that project's client: the composite key would let a null client through.
  check (project_id is null or client_id is not null),
  -- Composite key: an invoice can only join a project of its own client.
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete restrict
);
comment on table public.invoices is
  'Invoices as Square has them. Amounts in dollars; only payment_schedule holds cents, as on Square''s wire.';
comment on column public.invoices.client_id is 'Null while no client could be matched: an administrator assigns it.';
comment on column public.invoices.next_payment_amount is 'Dollars, like amount.';
comment on column public.invoices.time_zone is 'The zone whose midnight makes the invoice overdue.';
create index invoices_client_idx on public.invoices (client_id, due_date desc);
create index invoices_project_idx on public.invoices (project_id, client_id);
create index invoices_status_idx on public.invoices (status, due_date);
create index invoices_updated_idx on public.invoices (client_id, updated_at desc);
create trigger invoices_updated_at before update on public.invoices
  for each row when (old.* is distinct from new.*) execute function access.touch_updated_at();

create function private.recompute_project_value() returns trigger
  language plpgsql security definer
  -- Definer: total_estimated_value is nobody's to write but this trigger's.
  set search_path = ''
as $$
begin
  update public.projects as project
     set total_estimated_value = (select coalesce(sum(invoice.amount), 0)
                                    from public.invoices as invoice
                                   where invoice.project_id = project.id and invoice.status <> 'cancelled')
   where project.id in (case when tg_op <> 'INSERT' then old.project_id end,
                        case when tg_op <> 'DELETE' then new.project_id end);
  return null;
end
$$;
revoke all on function private.recompute_project_value() from public;
create trigger invoices_project_value
  after insert or delete or update of project_id, amount, status on public.invoices
  for each row execute function private.recompute_project_value();

alter table public.projects enable row level security;
alter table public.invoices enable row level security;

grant select on public.projects to authenticated;
grant insert (client_id, project_name, description, status, start_date, target_completion_date, notes)
   on public.projects to authenticated;
grant update (client_id, project_name, description, status, start_date, target_completion_date, notes, updated_at)
   on public.projects to authenticated;
grant all on public.projects to service_role;
-- Serves the client.
create policy "clients read their own projects" on public.projects
  for select to authenticated using (client_id = (select access.client_id()));
-- Serves the administrator.
create policy "administrators read every project" on public.projects
  for select to authenticated using ((select access.is_admin()));
create policy "administrators create projects" on public.projects
  for insert to authenticated with check ((select access.is_admin()));
create policy "administrators update projects" on public.projects
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));

grant select on public.invoices to authenticated;
grant update (project_id) on public.invoices to authenticated;
grant all on public.invoices to service_role;
-- Serves the client.
create policy "clients read their own invoices" on public.invoices
  for select to authenticated using (client_id = (select access.client_id()));
-- Serves the administrator.
create policy "administrators read every invoice" on public.invoices
  for select to authenticated using ((select access.is_admin()));
-- Serves the administrator's links between invoices and projects: the one column granted.
create policy "administrators link invoices" on public.invoices
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));
