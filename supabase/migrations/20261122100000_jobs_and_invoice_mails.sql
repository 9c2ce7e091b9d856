-- How each job ended last, and since when an invoice asks its client for money: what the mails about invoices go by.

create table private.job_runs (
  name         text primary key,
  started_at   timestamptz not null,
  finished_at  timestamptz not null,
  outcome      text not null check (outcome in ('succeeded', 'failed')),
  succeeded_at timestamptz,
  failed_at    timestamptz,
  failure      text check (length(failure) <= 300)
);
comment on table private.job_runs is
  'The last run of each job, one row a name: scheduled ones each time, others when they fail. Written by the worker.';
comment on column private.job_runs.failure is
  'Why it failed last, in words an administrator may read; stays when later runs succeed. Causes are in the log alone.';

create table private.invoice_mails (
  id                 boolean primary key default true check (id),
  new_invoices_since timestamptz default now(),
  overdue_since      timestamptz default now()
);
comment on table private.invoice_mails is
  'Since when clients are mailed about new and overdue invoices; empty: they are not. What came before is not told. One row.';
insert into private.invoice_mails default values;
create trigger invoice_mails_audit after update on private.invoice_mails
  for each row execute function private.audit();

alter table private.job_runs enable row level security;
alter table private.invoice_mails enable row level security;
grant select, insert, update, delete on private.job_runs to service_role;
-- There is one row, and there always is.
grant select, update on private.invoice_mails to service_role;

alter table private.provider_connections add column first_synced_at timestamptz;
comment on column private.provider_connections.first_synced_at is
  'When everything Square had was stored for the first time: invoices known by then are nobody''s news.';
update private.provider_connections set first_synced_at = now() where last_synced_at is not null;

create function private.note_first_sync() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- The clock, not the transaction: it ends after every row it has stored.
  new.first_synced_at := clock_timestamp();
  return new;
end
$$;
revoke all on function private.note_first_sync() from public;
create trigger provider_connections_first_sync before update of last_synced_at on private.provider_connections
  for each row when (new.last_synced_at is not null and new.first_synced_at is null)
  execute function private.note_first_sync();

alter table public.invoices
  add column payable_since    timestamptz,
  add column first_overdue_at timestamptz;
comment on column public.invoices.payable_since is
  'Since when its client could see and pay it; set once. A mail about it goes out in the two days after.';
comment on column public.invoices.first_overdue_at is
  'When a known invoice became overdue for the first time; set once, so that its notice is sent once.';
-- Those that are payable already are nobody's news.
update public.invoices set payable_since = created_at
 where client_id is not null and square_payment_url is not null and status in ('pending', 'overdue');
update public.invoices set first_overdue_at = created_at where status = 'overdue';

create function private.note_payable() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.payable_since := now();
  return new;
end
$$;
create function private.note_overdue() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.first_overdue_at := now();
  return new;
end
$$;
revoke all on function private.note_payable() from public;
revoke all on function private.note_overdue() from public;
create trigger invoices_payable_since before insert or update on public.invoices
  for each row when (new.payable_since is null and new.client_id is not null
                     and new.square_payment_url is not null and new.status in ('pending', 'overdue'))
  execute function private.note_payable();
create trigger invoices_first_overdue_at before update of status on public.invoices
  for each row when (new.first_overdue_at is null and old.status = 'pending' and new.status = 'overdue')
  execute function private.note_overdue();

create index invoices_payable_since_idx on public.invoices (payable_since) where payable_since is not null;
create index invoices_first_overdue_idx on public.invoices (first_overdue_at) where first_overdue_at is not null;
