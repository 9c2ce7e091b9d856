-- Rate cards of clients.

create table public.client_rates (
  id               uuid primary key default gen_random_uuid(),
  client_id        uuid not null references public.clients (id) on delete cascade,
  service_type     text not null check (length(btrim(service_type)) between 1 and 200),
  hourly_rate      numeric(10, 2) not null check (hourly_rate between 0 and 100000),
  monthly_retainer numeric(12, 2) check (monthly_retainer between 0 and 10000000),
  discount_tier    text check (length(discount_tier) <= 100),
  description      text not null default '' check (length(description) <= 1000),
  effective_from   date not null default current_date,
  created_at       timestamptz not null default now()
);
create index client_rates_client_idx on public.client_rates (client_id, service_type);

alter table public.client_rates enable row level security;
grant select on public.client_rates to authenticated;
grant all on public.client_rates to service_role;

create policy "Clients can read their own rates" on public.client_rates
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all rates" on public.client_rates
  for select to authenticated using ((select access.is_admin()));

create trigger client_rates_audit after insert or update or delete on public.client_rates
  for each row execute function private.record_audit_entry();

create view endpoints.client_rates with (security_barrier) as
  select client_id, service_type, hourly_rate, monthly_retainer, discount_tier, description, effective_from from public.client_rates
   where (select access.is_admin())
  with check option;
grant select, insert, delete on endpoints.client_rates to authenticated;
comment on view endpoints.client_rates is 'Lets administrators replace a client''s rates.';

comment on table public.client_rates is 'One rate card per client and service type, in dollars.';
