-- Users, clients and sign-in attempts.

-- Users -----------------------------------------------------------------------------------------------------------

create table public.users (
  id         uuid primary key references auth.users (id) on delete cascade,
  email      text not null,
  role       text not null default 'client' check (role in ('client', 'admin')),
  created_at timestamptz not null default now()
);
create unique index users_email_key on public.users (lower(email));

alter table public.users enable row level security;
grant select on public.users to authenticated;
grant all on public.users to service_role;

create function private.sync_user_from_account() returns trigger
  language plpgsql security definer
  -- `security definer`, because the authentication service writes auth.users but cannot write public.users.
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

create function private.protect_last_administrator() returns trigger
  language plpgsql security definer
  -- `security definer`, because the authentication service's role may not be allowed to read all accounts.
  set search_path = ''
as $$
begin
  if old.raw_app_meta_data ->> 'role' is distinct from 'admin'
     or old.email_confirmed_at is null or old.deleted_at is not null or old.banned_until > now() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.raw_app_meta_data ->> 'role' = 'admin'
     and new.email_confirmed_at is not null and new.deleted_at is null
     and (new.banned_until is null or new.banned_until <= now()) then
    return new;
  end if;
  -- Serialize removals, so that two administrators cannot remove each other at the same time.
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  -- An administrator who has not accepted the invitation cannot invite others yet.
  if not exists (select from auth.users as other
                  where other.id <> old.id and other.raw_app_meta_data ->> 'role' = 'admin'
                    and other.email_confirmed_at is not null and other.deleted_at is null
                    and (other.banned_until is null or other.banned_until <= now())) then
    raise exception 'the last administrator cannot be removed' using errcode = '23001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.protect_last_administrator() is
  'Rejects deleting, banning or demoting the last active administrator, because only administrators can invite others.';
revoke all on function private.sync_user_from_account(), private.protect_last_administrator() from public;

create trigger users_sync_from_account
  after insert or update of email, raw_app_meta_data on auth.users
  for each row execute function private.sync_user_from_account();
create trigger users_protect_last_administrator
  before delete or update of raw_app_meta_data, email_confirmed_at, banned_until, deleted_at on auth.users
  for each row execute function private.protect_last_administrator();
create trigger users_audit after insert or update or delete on public.users
  for each row execute function private.record_audit_entry();

comment on table public.users is
  'Copy of the accounts: id, email, and role from app metadata. Grants no access, because policies read the signed token.';

create function endpoints.needs_second_factor() returns boolean
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.mfa_factors.
  set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
     and exists (select from auth.mfa_factors as factor
                  where factor.user_id = (select auth.uid()) and factor.status = 'verified')
$$;
comment on function endpoints.needs_second_factor() is
  'True if the caller has an enrolled second factor and has not verified it in this session.';

create function endpoints.list_own_sessions()
  returns table (id uuid, created_at timestamptz, refreshed_at timestamp, user_agent text, ip inet,
                 not_after timestamptz, signed_in_at timestamptz)
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.sessions.
  set search_path = ''
as $$
  select session.id, session.created_at, session.refreshed_at, session.user_agent, session.ip, session.not_after,
         (select max(claim.updated_at) from auth.mfa_amr_claims as claim where claim.session_id = session.id)
    from auth.sessions as session
   where session.user_id = (select auth.uid()) and not endpoints.needs_second_factor()
$$;
comment on function endpoints.list_own_sessions() is
  'The caller''s sessions. signed_in_at is when a password, link or second factor was last verified in the session.';

create function endpoints.end_own_session(session_id uuid) returns boolean
  language sql security definer
  -- `security definer`, because callers cannot write auth.sessions.
  set search_path = ''
as $$
  with ended as (
    delete from auth.sessions as session
     where session.id = session_id and session.user_id = (select auth.uid()) and not endpoints.needs_second_factor()
    returning 1
  )
  select exists (select from ended)
$$;
comment on function endpoints.end_own_session(uuid) is 'Ends one of the caller''s sessions. Returns false if the session does not exist.';

create function endpoints.find_account(account_id uuid)
  returns table (email text, invited_at timestamptz, email_confirmed_at timestamptz, last_sign_in_at timestamptz)
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.users.
  set search_path = ''
as $$
  select account.email, account.invited_at, account.email_confirmed_at, account.last_sign_in_at
    from auth.users as account
   where account.id = account_id and access.is_admin()
$$;
comment on function endpoints.find_account(uuid) is 'Returns an account''s email address, invitation time and last sign-in to administrators.';

create function endpoints.list_administrators()
  returns table (id uuid, email text, last_sign_in_at timestamptz, invited_at timestamptz, factors jsonb)
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.users and auth.mfa_factors.
  set search_path = ''
as $$
  select account.id, account.email, account.last_sign_in_at,
         case when account.email_confirmed_at is null
              then coalesce(account.invited_at, account.created_at, now()) end,
         coalesce((select jsonb_agg(jsonb_build_object(
                     'id', factor.id, 'name', coalesce(factor.friendly_name, ''), 'addedAt', factor.created_at,
                     'kind', case when factor.factor_type::text = 'totp' then 'app' else 'passkey' end)
                     order by factor.created_at)
                     from auth.mfa_factors as factor
                    where factor.user_id = account.id and factor.status = 'verified'), '[]')
    from auth.users as account
   where account.raw_app_meta_data ->> 'role' = 'admin' and account.deleted_at is null and access.is_admin()
   order by account.email
$$;
comment on function endpoints.list_administrators() is
  'Returns all administrators and their verified second factors to administrators. invited_at is null after the invitation is accepted.';

create function endpoints.sign_out_account(account_id uuid) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot write auth.sessions.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can sign out an account' using errcode = '42501';
  end if;
  delete from auth.sessions as session where session.user_id = account_id;
end
$$;
comment on function endpoints.sign_out_account(uuid) is 'Ends all sessions of an account. Requires an administrator.';

create function endpoints.remove_second_factors(account_id uuid) returns integer
  language plpgsql security definer
  -- `security definer`, because callers cannot write auth.mfa_factors.
  set search_path = ''
as $$
declare
  verified_count integer;
begin
  if not access.is_admin() or account_id = auth.uid() then
    raise exception 'only another administrator can remove second factors' using errcode = '42501';
  end if;
  with removed as (
    delete from auth.mfa_factors as factor where factor.user_id = account_id returning factor.status::text = 'verified' as is_verified
  )
  select count(*) filter (where is_verified) into verified_count from removed;
  return verified_count;
end
$$;
comment on function endpoints.remove_second_factors(uuid) is
  'Removes all second factors of another account and returns how many were verified. Requires an administrator.';

create function endpoints.delete_administrator(account_id uuid) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot write auth.users.
  set search_path = ''
as $$
begin
  if not access.is_admin() or account_id = auth.uid() then
    raise exception 'only another administrator can delete an administrator' using errcode = '42501';
  end if;
  delete from auth.users as account where account.id = account_id and account.raw_app_meta_data ->> 'role' = 'admin';
end
$$;
comment on function endpoints.delete_administrator(uuid) is
  'Deletes another administrator''s account and its sessions. Requires an administrator.';
revoke all on function endpoints.needs_second_factor(), endpoints.list_own_sessions(), endpoints.end_own_session(uuid),
                       endpoints.find_account(uuid), endpoints.list_administrators(),
                       endpoints.sign_out_account(uuid), endpoints.remove_second_factors(uuid),
                       endpoints.delete_administrator(uuid) from public;
grant execute on function endpoints.needs_second_factor(), endpoints.list_own_sessions(),
                          endpoints.end_own_session(uuid), endpoints.find_account(uuid),
                          endpoints.list_administrators(), endpoints.sign_out_account(uuid),
                          endpoints.remove_second_factors(uuid), endpoints.delete_administrator(uuid) to authenticated;

-- Clients ---------------------------------------------------------------------------------------------------------

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
create index clients_company_idx on public.clients (lower(company), id);

alter table public.clients enable row level security;
grant select on public.clients to authenticated;
-- Clients edit these columns in their settings. Administrators change the others through the server.
grant update (company, contact_person, phone, address) on public.clients to authenticated;
grant all on public.clients to service_role;

-- Created before the policies, which call it.
create function access.current_client_id() returns uuid
  language sql stable security definer
  -- `security definer`, because it reads the caller's client before any policy on clients applies, and because callers
  -- cannot read auth.mfa_factors.
  set search_path = ''
as $$
  select client.id
    from public.clients as client
   where client.user_id = (select auth.uid())
     and client.status = 'active'
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client'
     and ( coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
        or not exists (select from auth.mfa_factors as factor
                        where factor.user_id = (select auth.uid()) and factor.status = 'verified') )
$$;
comment on function access.current_client_id() is
  'The caller''s client. Null for administrators, suspended clients, and sessions that have not verified an enrolled second factor.';
revoke all on function access.current_client_id() from public;
grant execute on function access.current_client_id() to authenticated, service_role;

create policy "Clients can read their own account" on public.users
  for select to authenticated using (id = (select auth.uid()) and (select access.current_client_id()) is not null);
create policy "Administrators can read all accounts" on public.users
  for select to authenticated using ((select access.is_admin()));

create policy "Clients can read their own client" on public.clients
  for select to authenticated using (id = (select access.current_client_id()));
create policy "Administrators can read all clients" on public.clients
  for select to authenticated using ((select access.is_admin()));
create policy "Clients can update their own settings" on public.clients
  for update to authenticated
  using (id = (select access.current_client_id())) with check (id = (select access.current_client_id()));
create policy "Administrators can update the settings of all clients" on public.clients
  for update to authenticated
  using ((select access.is_admin())) with check ((select access.is_admin()));

create trigger clients_set_updated_at before update on public.clients
  for each row execute function access.set_updated_at();
create trigger clients_audit after insert or update or delete on public.clients
  for each row execute function private.record_audit_entry();

create view endpoints.clients with (security_barrier) as
  select id, user_id, company, contact_person, phone, address, status from public.clients
   where (select access.is_admin())
  with check option;
grant select, insert, update (user_id, status) on endpoints.clients to authenticated;
comment on view endpoints.clients is 'Lets administrators create, suspend and restore clients, and link a client to an account.';

comment on table public.clients is 'Client companies. A client''s email address is stored with its user account.';
comment on column public.clients.square_customer_id is 'The Square customer whose invoices belong to this client.';

-- Sign-in attempts ------------------------------------------------------------------------------------------------

create table private.sign_in_attempts (
  id         bigint generated always as identity primary key,
  email      text not null,
  user_id    uuid,
  outcome    text not null
             check (outcome in ('succeeded', 'wrong-credentials', 'wrong-link', 'wrong-factor', 'rate-limited', 'banned')),
  address    text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now()
);
create index sign_in_attempts_created_idx on private.sign_in_attempts (created_at desc);

alter table private.sign_in_attempts enable row level security;
-- Without update and delete, a recorded attempt cannot be changed. The retention job runs as the owner.
grant select, insert on private.sign_in_attempts to service_role;

comment on table private.sign_in_attempts is
  'All sign-in attempts. The admin login page announces that they are recorded.';
comment on column private.sign_in_attempts.address is 'The caller''s IP address, or "unknown".';

create view endpoints.sign_in_attempts with (security_barrier) as
  select id, email, outcome, address, user_agent, created_at from private.sign_in_attempts
   where (select access.is_admin());
grant select on endpoints.sign_in_attempts to authenticated;
comment on view endpoints.sign_in_attempts is 'Shows all sign-in attempts to administrators.';
