-- Client members: the people who can access a client, their roles, and what each role can access.

-- Roles -----------------------------------------------------------------------------------------------------------

create table public.client_role_permissions (
  role       text not null check (role in ('owner', 'billing', 'technical', 'auditor')),
  permission text not null
             check (permission in ('projects', 'meetings', 'billing', 'rates', 'messages', 'requests', 'settings', 'people')),
  primary key (role, permission)
);

create table public.client_role_documents (
  role     text not null check (role in ('owner', 'billing', 'technical', 'auditor')),
  category text not null check (category in ('contract', 'report', 'deliverable', 'invoice', 'other')),
  primary key (role, category)
);

insert into public.client_role_permissions (role, permission) values
  ('owner', 'projects'), ('owner', 'meetings'), ('owner', 'billing'), ('owner', 'rates'), ('owner', 'messages'),
  ('owner', 'requests'), ('owner', 'settings'), ('owner', 'people'),
  ('billing', 'projects'), ('billing', 'meetings'), ('billing', 'billing'), ('billing', 'rates'),
  ('billing', 'messages'), ('billing', 'requests'),
  ('technical', 'projects'), ('technical', 'meetings'), ('technical', 'messages'), ('technical', 'requests'),
  ('auditor', 'projects'), ('auditor', 'meetings');

insert into public.client_role_documents (role, category) values
  ('owner', 'contract'), ('owner', 'report'), ('owner', 'deliverable'), ('owner', 'invoice'), ('owner', 'other'),
  ('billing', 'contract'), ('billing', 'invoice'),
  ('technical', 'report'), ('technical', 'deliverable'),
  ('auditor', 'report');

-- Only migrations change roles. Default privileges would let service_role write too.
revoke all on public.client_role_permissions, public.client_role_documents from service_role;
grant select on public.client_role_permissions, public.client_role_documents to authenticated, service_role;
alter table public.client_role_permissions enable row level security;
alter table public.client_role_documents enable row level security;

comment on table public.client_role_permissions is
  'What each role of a client''s members can access.';
comment on column public.client_role_permissions.permission is
  'projects: overview, projects and timelines without amounts; meetings: dates and titles; billing: invoices, payments, statements and plans; rates: rates and quotes; messages: messages; requests: bookings, quote requests and meeting links; settings: company settings; people: members and access reviews.';
comment on table public.client_role_documents is
  'The document categories that each role can read by default.';

-- Members ---------------------------------------------------------------------------------------------------------

create table public.client_members (
  id           uuid primary key default gen_random_uuid(),
  client_id    uuid not null references public.clients (id) on delete cascade,
  user_id      uuid not null references public.users (id) on delete cascade,
  role         text not null check (role in ('owner', 'billing', 'technical', 'auditor')),
  name         text not null default '' check (length(name) <= 200 and access.is_single_line(name)),
  invited_by   uuid references public.users (id) on delete set null,
  joined_at    timestamptz not null default now(),
  suspended_at timestamptz,
  expires_at   timestamptz check (isfinite(expires_at)),
  last_seen_at timestamptz,
  unique (client_id, user_id),
  constraint client_members_owner_check check (role <> 'owner' or expires_at is null)
);
create index client_members_user_idx on public.client_members (user_id, joined_at);
create index client_members_invited_by_idx on public.client_members (invited_by);

alter table public.client_members enable row level security;
grant select on public.client_members to authenticated;
grant all on public.client_members to service_role;

alter table public.clients add column requires_second_factor boolean not null default false;
comment on column public.clients.requires_second_factor is
  'Whether members can access this client only in sessions that verified a second factor. Set by an owner.';

comment on table public.client_members is
  'The people who can access a client. The primary contact, clients.user_id, is always an owner. The last active owner cannot be removed, suspended or given another role.';
comment on column public.client_members.name is 'The person''s name. If empty, screens show the email address.';
comment on column public.client_members.expires_at is
  'When the access ends: the end of a day in the firm''s time zone. Null if it does not end. Owners'' access does not end.';
comment on column public.client_members.last_seen_at is 'When the person last opened the portal for this client.';

-- The current client ----------------------------------------------------------------------------------------------

create function access.requested_client_id() returns text
  language sql stable
  set search_path = ''
as $$
  select nullif(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-client-id', '')
$$;
comment on function access.requested_client_id() is
  'The client that the request selects with the header x-client-id. PostgREST and the server store the headers in request.headers. Null without the header.';

create function access.current_membership(out client_id uuid, out role text)
  language sql stable security definer
  -- `security definer`, because policies call it, so it must read members and clients without policies, and because
  -- callers cannot read auth.mfa_factors.
  set search_path = ''
as $$
  select member.client_id, member.role
    from public.client_members as member
    join public.clients as client on client.id = member.client_id
   where member.user_id = (select auth.uid())
     and client.status = 'active'
     and member.suspended_at is null
     and (member.expires_at is null or member.expires_at > now())
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client'
     and ( coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
        or not client.requires_second_factor
           and not exists (select from auth.mfa_factors as factor
                            where factor.user_id = (select auth.uid()) and factor.status = 'verified') )
     and coalesce(member.client_id::text = lower((select access.requested_client_id())), true)
   order by client.user_id is not distinct from member.user_id desc, member.joined_at, member.client_id
   limit 1
$$;
comment on function access.current_membership() is
  'The caller''s client and role. The header x-client-id selects one of several clients. Without it, the client whose primary contact is the caller comes first, then the one joined first. Null for administrators, suspended clients and members, expired access, and sessions that have not verified a required second factor.';

create or replace function access.current_client_id() returns uuid
  language sql stable
  set search_path = ''
as $$ select membership.client_id from access.current_membership() as membership $$;
comment on function access.current_client_id() is
  'The caller''s client, for any role. See access.current_membership().';

create function access.current_client_id(permission text) returns uuid
  language sql stable security definer
  -- `security definer`, because policies call it, so it must read the permissions without policies.
  set search_path = ''
as $$
  select membership.client_id
    from access.current_membership() as membership
    join public.client_role_permissions as granted
      on granted.role = membership.role and granted.permission = current_client_id.permission
$$;
comment on function access.current_client_id(text) is
  'The caller''s client, if the caller''s role has the permission. Otherwise null.';

create function access.current_client_role() returns text
  language sql stable
  set search_path = ''
as $$ select membership.role from access.current_membership() as membership $$;
comment on function access.current_client_role() is 'The caller''s role at the current client.';

revoke all on function access.requested_client_id(), access.current_membership(),
  access.current_client_id(text), access.current_client_role() from public;
grant execute on function access.requested_client_id(), access.current_membership(),
  access.current_client_id(text), access.current_client_role() to authenticated, service_role;

create policy "Clients can read the permissions of roles" on public.client_role_permissions
  for select to authenticated using ((select access.current_client_id()) is not null);
create policy "Administrators can read the permissions of roles" on public.client_role_permissions
  for select to authenticated using ((select access.is_admin()));
create policy "Clients can read the document categories of roles" on public.client_role_documents
  for select to authenticated using ((select access.current_client_id()) is not null);
create policy "Administrators can read the document categories of roles" on public.client_role_documents
  for select to authenticated using ((select access.is_admin()));

create policy "Clients can read their own membership, and owners all of them" on public.client_members
  for select to authenticated
  using (client_id = (select access.current_client_id('people'))
         or client_id = (select access.current_client_id()) and user_id = (select auth.uid()));
create policy "Administrators can read all memberships" on public.client_members
  for select to authenticated using ((select access.is_admin()));

-- The primary contact ---------------------------------------------------------------------------------------------

create function private.add_primary_member() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators and the server cannot write public.client_members.
  set search_path = ''
as $$
begin
  insert into public.client_members (client_id, user_id, role, name)
  values (new.id, new.user_id, 'owner', new.contact_person)
  on conflict (client_id, user_id) do update
     set role = 'owner', suspended_at = null, expires_at = null
   where client_members.role <> 'owner' or client_members.suspended_at is not null;
  return null;
end
$$;

create function private.has_other_owner(client uuid, member uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from public.client_members as other
                   join auth.users as account on account.id = other.user_id
                  where other.client_id = has_other_owner.client and other.user_id <> has_other_owner.member
                    and other.role = 'owner' and other.suspended_at is null
                    and account.email_confirmed_at is not null and account.deleted_at is null)
$$;
comment on function private.has_other_owner(uuid, uuid) is
  'Whether another owner can sign in for the client. An owner who has not accepted the invitation cannot.';

create function private.protect_last_owner() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads all members and accounts, and updates the primary contact.
  set search_path = ''
as $$
begin
  if old.role <> 'owner' or old.suspended_at is not null
     or tg_op = 'UPDATE' and new.role = 'owner' and new.suspended_at is null
     -- The client itself is deleted.
     or not exists (select from public.clients as client where client.id = old.client_id) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  -- Serialize the changes, so that two owners cannot remove each other at the same time.
  perform pg_advisory_xact_lock(hashtextextended('client owners ' || old.client_id::text, 0));
  -- An owner who has not accepted the invitation can be removed. protect_owner_account() rejects deleting the account
  -- of a last owner, so an account that no longer exists can be removed too.
  if exists (select from auth.users as account
              where account.id = old.user_id and account.email_confirmed_at is not null)
     and not private.has_other_owner(old.client_id, old.user_id) then
    raise exception 'a client must keep one active owner' using errcode = '23001';
  end if;
  -- The primary contact is always an owner, so another owner replaces it. A person can be the primary contact of one
  -- client only. Deleting an account sets user_id to null before it removes the member.
  update public.clients as client
     set user_id = (select other.user_id from public.client_members as other
                     where other.client_id = old.client_id and other.user_id <> old.user_id
                       and other.role = 'owner' and other.suspended_at is null
                       and not exists (select from public.clients as taken where taken.user_id = other.user_id)
                     order by other.joined_at, other.user_id limit 1)
   where client.id = old.client_id and (client.user_id = old.user_id or client.user_id is null);
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.protect_last_owner() is
  'Rejects removing or suspending the last active owner of a client, and giving the owner another role. Replaces a primary contact who is no longer an owner.';

create function private.protect_owner_account() returns trigger
  language plpgsql security definer
  -- `security definer`, because the authentication service cannot read public.client_members.
  set search_path = ''
as $$
declare
  owned uuid;
begin
  if old.email_confirmed_at is null or old.deleted_at is not null
     or tg_op = 'UPDATE' and new.email_confirmed_at is not null and new.deleted_at is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for owned in select member.client_id from public.client_members as member
                where member.user_id = old.id and member.role = 'owner' and member.suspended_at is null
                order by member.client_id loop
    perform pg_advisory_xact_lock(hashtextextended('client owners ' || owned::text, 0));
    if not private.has_other_owner(owned, old.id) then
      raise exception 'a client must keep one active owner' using errcode = '23001';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.protect_owner_account() is 'Rejects deleting the account of a client''s last active owner.';
revoke all on function private.add_primary_member(), private.has_other_owner(uuid, uuid),
  private.protect_last_owner(), private.protect_owner_account() from public;

insert into public.client_members (client_id, user_id, role, name, joined_at)
select id, user_id, 'owner', contact_person, created_at from public.clients where user_id is not null;

create trigger clients_add_primary_member after insert or update of user_id on public.clients
  for each row when (new.user_id is not null) execute function private.add_primary_member();
create trigger client_members_protect_last_owner before delete or update of role, suspended_at on public.client_members
  for each row execute function private.protect_last_owner();
create trigger users_protect_owner_account before delete or update of email_confirmed_at, deleted_at on auth.users
  for each row execute function private.protect_owner_account();
create trigger client_members_audit after insert or update or delete on public.client_members
  for each row execute function private.record_audit_entry('last_seen_at', 'name');
