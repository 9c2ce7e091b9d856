-- Accounts as the product sees them, and the clients they belong to.

create table public.users (
  id         uuid primary key references auth.users (id) on delete cascade,
  email      text not null,
  role       text not null default 'client' check (role in ('client', 'admin')),
  created_at timestamptz not null default now()
);
comment on table public.users is
  'Mirror of the accounts (id, e-mail, role from app metadata). Decides no rights: policies read the signed token.';
create unique index users_email_key on public.users (lower(email));

create function private.mirror_account() returns trigger
  language plpgsql security definer
  -- Definer: the authentication service writes auth.users and may not write public.users.
  set search_path = ''
as $$
begin
  insert into public.users (id, email, role)
  values (new.id, coalesce(new.email, ''),
          case when new.raw_app_meta_data ->> 'role' = 'admin' then 'admin' else 'client' end)
  on conflict (id) do update set email = excluded.email, role = excluded.role;
  return new;
end
$$;
revoke all on function private.mirror_account() from public;

create trigger account_is_mirrored
  after insert or update of email, raw_app_meta_data on auth.users
  for each row execute function private.mirror_account();

create table public.clients (
  id                 uuid primary key default gen_random_uuid(),
  user_id            uuid unique references public.users (id) on delete set null,
  company            text not null check (length(btrim(company)) between 1 and 200),
  contact_person     text not null check (length(btrim(contact_person)) between 1 and 200),
  phone              text not null default '' check (length(phone) <= 50),
  address            text not null default '' check (length(address) <= 500),
  status             text not null default 'active' check (status in ('active', 'suspended')),
  joined_date        date not null default current_date,
  square_customer_id text unique,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
comment on table public.clients is 'A client of the firm. Its e-mail address is that of the account it belongs to.';
comment on column public.clients.square_customer_id is 'The customer at Square whose invoices are this client''s.';
create index clients_company_idx on public.clients (lower(company));
create trigger clients_updated_at before update on public.clients
  for each row execute function access.touch_updated_at();

create function access.client_id() returns uuid
  language sql stable security definer
  -- Definer: it must see the caller's client before any policy on clients has let it through.
  set search_path = ''
as $$
  select client.id
    from public.clients as client
   where client.user_id = (select auth.uid())
     and client.status = 'active'
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client'
$$;
comment on function access.client_id() is
  'The caller''s own client. Null for everybody else and for a suspended client, from the next request on.';
revoke all on function access.client_id() from public;
grant execute on function access.client_id() to anon, authenticated, service_role;

alter table public.users enable row level security;
alter table public.clients enable row level security;

grant select on public.users to authenticated;
grant all on public.users to service_role;
-- Serves the client: its own row, and nobody else's. A suspended client is not one from the next request on.
create policy "clients read their own account" on public.users
  for select to authenticated using (id = (select auth.uid()) and (select access.client_id()) is not null);
-- Serves the administrator's lists, which show e-mail addresses.
create policy "administrators read every account" on public.users
  for select to authenticated using ((select access.is_admin()));

grant select on public.clients to authenticated;
grant update (company, contact_person, phone, address) on public.clients to authenticated;
grant all on public.clients to service_role;
-- Serves the client.
create policy "clients read their own client" on public.clients
  for select to authenticated using (id = (select access.client_id()));
-- Serves the administrator.
create policy "administrators read every client" on public.clients
  for select to authenticated using ((select access.is_admin()));
-- Serves the client: the four settings columns, by the grant above.
create policy "clients update their own settings" on public.clients
  for update to authenticated
  using (id = (select access.client_id())) with check (id = (select access.client_id()));
-- Serves the administrator: the same four columns; the rest goes through the server.
create policy "administrators update every client" on public.clients
  for update to authenticated
  using ((select access.is_admin())) with check ((select access.is_admin()));
