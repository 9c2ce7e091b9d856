-- Invoices, synced from Square and linked to projects by administrators.

create function access.is_simulator_url(url text) returns boolean
  language sql immutable
  set search_path = ''
as $$ select false $$;
comment on function access.is_simulator_url(text) is
  'Always false with Square. private.allow_simulator_urls() replaces this function when the server uses the Square simulator.';

create function access.is_payment_url(url text) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select url ~ '^https://((app\.)?squareup(sandbox)?\.com|(sandbox\.)?square\.link|checkout\.square\.site)(/\S*)?$'
      or access.is_simulator_url(url)
$$;
comment on function access.is_payment_url(text) is
  'True for https URLs on Square''s payment and checkout hosts. Implements the rule in domain/invoices/payment-link.ts. The server also checks the configured mode.';
revoke all on function access.is_simulator_url(text), access.is_payment_url(text) from public;
grant execute on function access.is_simulator_url(text), access.is_payment_url(text) to authenticated, service_role;

-- Money rules with the same results as domain/invoices/. These functions do not set a search path, so that PostgreSQL can
-- inline them and use their indexes. This is safe, because PostgreSQL resolves the names in their bodies at creation.

create function private.invoice_amount_owed(
  status text, square_status text, amount numeric, total_paid_amount numeric
) returns numeric
  language sql immutable
  return case when status in ('pending', 'overdue') and square_status is distinct from 'SCHEDULED'
              then greatest(amount - total_paid_amount, 0) else 0 end;
comment on function private.invoice_amount_owed(text, text, numeric, numeric) is
  'Dollars left to pay. 0 for an invoice that Square sends later. Implements amountOwed in domain/invoices/invoice.ts.';

create function private.invoice_amount_paid(status text, amount numeric, total_paid_amount numeric) returns numeric
  language sql immutable
  return case when status = 'paid' then amount else total_paid_amount end;
comment on function private.invoice_amount_paid(text, numeric, numeric) is
  'Dollars paid. Implements amountPaid in domain/invoices/invoice.ts.';

create function private.invoice_overdue_date(status text, next_payment_due_date date, due_date date) returns date
  language sql immutable
  return case when status = 'overdue' then coalesce(next_payment_due_date, due_date) end;
comment on function private.invoice_overdue_date(text, date, date) is
  'Due date of the payment that makes an invoice overdue. Implements overdueDate in domain/invoices/overdue.ts.';

revoke all on function private.invoice_amount_owed(text, text, numeric, numeric),
  private.invoice_amount_paid(text, numeric, numeric), private.invoice_overdue_date(text, date, date) from public;
-- The view invoice_list calls these functions as the caller.
grant execute on function private.invoice_amount_owed(text, text, numeric, numeric),
  private.invoice_overdue_date(text, date, date) to authenticated, service_role;

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
  issued_date_is_estimate  boolean not null default false,
  due_date                 date,
  paid_date                date,
  paid_date_is_estimate    boolean not null default false,
  service_date             date,
  next_payment_amount      numeric(12, 2) check (next_payment_amount >= 0),
  next_payment_due_date    date,
  payment_schedule         jsonb not null default '[]' check (jsonb_typeof(payment_schedule) = 'array'),
  accepted_payment_methods jsonb not null default '{}' check (jsonb_typeof(accepted_payment_methods) = 'object'),
  square_payment_url       text check (access.is_payment_url(square_payment_url)),
  time_zone                text not null default 'UTC',
  payable_since            timestamptz,
  first_overdue_at         timestamptz,
  client_assigned_manually boolean not null default false,
  square_status            text,
  square_version           bigint,
  square_merchant_id       text,
  square_location_id       text,
  square_customer_id       text,
  square_subscription_id   text,
  square_charge_failed_at  timestamptz,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  -- The composite foreign key is not enforced if client_id is null, so this check rejects a project without a client.
  constraint invoices_project_requires_client_check check (project_id is null or client_id is not null),
  -- An invoice can only be linked to a project of its own client.
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete restrict
);
create index invoices_client_idx on public.invoices (client_id, due_date desc);
create index invoices_updated_idx on public.invoices (client_id, updated_at desc);
create index invoices_project_idx on public.invoices (project_id, client_id);
create index invoices_status_idx on public.invoices (status, due_date);
create index invoices_due_idx on public.invoices (due_date desc nulls last, id);
create index invoices_amount_idx on public.invoices (amount desc nulls last, id);
-- Partial index for the aging report and its filters, which read only invoices with an amount owed. The cast must match
-- open_amount in the view invoice_list: PostgreSQL uses a partial index only if the query contains the same expression.
create index invoices_owed_idx on public.invoices (private.invoice_overdue_date(status, next_payment_due_date, due_date))
  where private.invoice_amount_owed(status, square_status, amount, total_paid_amount)::numeric(12, 2) > 0;
create index invoices_issued_idx on public.invoices (issued_date) include (amount) where status <> 'cancelled';
create index invoices_paid_idx on public.invoices (paid_date) include (amount) where status = 'paid';
create index invoices_unmatched_idx on public.invoices (due_date desc) where client_id is null;
create index invoices_customer_idx on public.invoices (square_customer_id) where client_id is null;
create index invoices_subscription_idx on public.invoices (square_subscription_id, issued_date desc)
  where square_subscription_id is not null;
create index invoices_payable_since_idx on public.invoices (payable_since) where payable_since is not null;
create index invoices_first_overdue_idx on public.invoices (first_overdue_at) where first_overdue_at is not null;

alter table public.invoices enable row level security;
grant select on public.invoices to authenticated;
-- Administrators link invoices to projects and unlink them. All other columns come from Square.
grant update (project_id) on public.invoices to authenticated;
grant all on public.invoices to service_role;

create policy "Clients can read their own invoices" on public.invoices
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all invoices" on public.invoices
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can link invoices to projects" on public.invoices
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));

create function private.set_payable_since() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.payable_since := now();
  return new;
end
$$;

create function private.set_first_overdue_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.first_overdue_at := now();
  return new;
end
$$;
revoke all on function private.set_payable_since(), private.set_first_overdue_at() from public;

create trigger invoices_set_updated_at before update on public.invoices
  for each row when (old.* is distinct from new.*) execute function access.set_updated_at();
create trigger invoices_set_payable_since before insert or update on public.invoices
  for each row when (new.payable_since is null and new.client_id is not null
                     and new.square_payment_url is not null
                     and private.invoice_amount_owed(new.status, new.square_status, new.amount, new.total_paid_amount) > 0)
  execute function private.set_payable_since();
create trigger invoices_set_first_overdue_at before update of status on public.invoices
  for each row when (new.first_overdue_at is null and old.status = 'pending' and new.status = 'overdue')
  execute function private.set_first_overdue_at();
create trigger invoices_audit after update of client_id, project_id on public.invoices
  for each row execute function private.record_audit_entry();

create view endpoints.invoices with (security_barrier) as
  select id, client_id, project_id, client_assigned_manually from public.invoices
   where (select access.is_admin())
  with check option;
grant select, update (client_id, client_assigned_manually) on endpoints.invoices to authenticated;
comment on view endpoints.invoices is 'Lets administrators assign invoices to clients.';

comment on table public.invoices is
  'Invoices synced from Square. Amounts are in dollars, except in payment_schedule, which has cents as Square sends them.';
comment on column public.invoices.client_id is 'Null if no client matched. An administrator assigns one.';
comment on column public.invoices.next_payment_amount is 'Dollars, like amount.';
comment on column public.invoices.time_zone is 'The invoice becomes overdue at midnight in this time zone.';
comment on column public.invoices.issued_date_is_estimate is
  'True while only the creation date is known. The publication event sets the actual date.';
comment on column public.invoices.square_charge_failed_at is
  'When Square could not charge the card on file. The subscription is then past due. The next payment clears this time.';
comment on column public.invoices.payable_since is
  'When the client could first see and pay the invoice. Set once. The email about the invoice is sent only within two days.';
comment on column public.invoices.first_overdue_at is
  'When the stored invoice first became overdue. Set once, so that the client gets one email about it.';
